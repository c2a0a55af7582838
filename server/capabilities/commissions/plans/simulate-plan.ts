import {
  type CommissionSimulation,
  readCommissionSimulation,
  simulateCommissionPlan,
} from '@vialkeep/contract/commission-plans.ts';
import { commissionLevels } from '@vialkeep/contract/commission-words.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../../kernel/audit/audit.ts';
import { anyOf } from '../../../kernel/db/any-of.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { requirePlan } from './plans.queries.ts';
import { SIMULATE, type SimulatedFigures } from './run-simulation.ts';

export const simulateCommissionPlanHandler = handle(
  simulateCommissionPlan,
  ({ actor, body, params, write }) =>
    write(async (work) => {
      const plan = await requirePlan(work.db, actor, params.id);
      // One that a server left behind an hour ago does not keep others out.
      await sql`delete from commission_simulations where domain_id is not distinct from ${plan.domain_id}::integer
        and at < now() - case state when 'running' then interval '1 hour' else interval '1 day' end`.execute(work.db);
      const { id } = await work.db
        .insertInto('commission_simulations')
        .values({
          domain_id: plan.domain_id,
          plan_id: plan.id,
          from_day: body.from,
          to_day: body.to,
          made_by: work.cause.actorId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await enqueue(work, SIMULATE, { simulationId: id });
      await audit(work, {
        domainId: plan.domain_id ?? actor.domainId,
        action: 'commissions.simulate',
        subject: 'commission_plan',
        subjectId: plan.id,
        facts: { simulation: id, from: body.from, to: body.to },
      });
      return { simulation_id: id };
    }),
  { one_simulation_of_a_site: { reason: 'simulation_running' } },
);

export const readCommissionSimulationHandler = handle(readCommissionSimulation, async ({ actor, db, params }) => {
  const row = orNotFound(
    await db
      .selectFrom('commission_simulations')
      .select(['plan_id', 'state', 'result'])
      .select([sql<string>`from_day::text`.as('from'), sql<string>`to_day::text`.as('to')])
      .where('id', '=', params.id)
      .where((eb) => (actor.scope === 'platform' ? eb.lit(true) : eb('domain_id', '=', actor.scope)))
      .executeTakeFirst(),
  );
  // @NOTE `runSimulation` has written it.
  const figures = (row.result ?? { months: [], people: [], levels: [] }) as SimulatedFigures;
  const names = await db
    .selectFrom('account_names')
    .select(['id', 'username'])
    .where('id', '=', anyOf(figures.people.map(([id]) => id)))
    .execute();
  return presentSimulation(row, figures, new Map(names.map(({ id, username }) => [id, username])));
});

type Row = { plan_id: number; state: string; from: string; to: string };

function presentSimulation(
  { plan_id, state, from, to }: Row,
  { months, people, levels }: SimulatedFigures,
  names: ReadonlyMap<number, string>,
): z.input<typeof CommissionSimulation> {
  const sum = (index: 1 | 2) => months.reduce((total, figures) => total + figures[index], 0);
  return {
    plan_id,
    from,
    to,
    state: state === 'done' ? 'done' : 'running',
    months: months.map(([month, now, then]) => ({ month, ...compare(now, then) })),
    people: people.map(([id, now, then]) => ({
      person: { id, name: names.get(id) ?? `#${id}` },
      ...compare(now, then),
    })),
    levels: commissionLevels.flatMap((level) =>
      levels.filter(([name]) => name === level).map(([, now, then]) => ({ level, ...compare(now, then) })),
    ),
    total: compare(sum(1), sum(2)),
  };
}

function compare(now: number, then: number) {
  // oxlint-disable-next-line unicorn/no-thenable -- the field of the answer, which is never awaited
  return { now: dollarsOf(now), then: dollarsOf(then), difference: dollarsOf(then - now) };
}
