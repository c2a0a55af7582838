import { OperatorId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type Actor, sessionOf } from '../../kernel/session/actor.ts';
import { type BenchSettings, readBenchSettings } from './lab-settings.queries.ts';
import { type Lab, refuseAtBench, requireLab } from './require-lab.ts';

export type BenchOperator = { readonly id: number; readonly name: string; readonly maySign: boolean };

/** The bench that a call works at. */
export type Bench = {
  readonly lab: Lab;
  readonly settings: BenchSettings;
  /** The operator of the shift; null in a lab without operators, and for an administrator without a shift. */
  readonly operator: BenchOperator | null;
};

/** For reads: the bench is on. A badge is not needed to look. */
export async function readBench(access: Access, db: Db, labId: number | undefined): Promise<Bench> {
  const lab = await requireLab(access, db, labId);
  const settings = await requireBenchOn(db, lab);
  return { lab, settings, operator: await findOperator(db, access.actor, lab) };
}

/**
 * For writes: the bench is on and, where the lab has operators, one has begun a shift on this session. The shift lasts
 * from now on again. Administrators work in their own name.
 */
export async function requireBench(work: Work, access: Access, labId: number | undefined): Promise<Bench> {
  const lab = await requireLab(access, work.db, labId);
  const settings = await requireBenchOn(work.db, lab);
  const { actor } = access;
  const operator = await findOperator(work.db, actor, lab);
  if (operator) {
    await work.db
      .updateTable('bench_shifts')
      .set({ until: sql`now() + make_interval(mins => ${settings.shift_minutes})` })
      .where('session_id', '=', sessionOf(actor))
      .where('lab_id', '=', lab.id)
      .execute();
  } else if (actor.plan === Plan.lab && (await hasOperators(work.db, lab))) {
    throw refuseAtBench('operator_required');
  }
  return { lab, settings, operator };
}

async function requireBenchOn(db: Db, lab: Lab): Promise<BenchSettings> {
  const settings = await readBenchSettings(db, lab.id);
  if (!settings.bench_on) throw refuseAtBench('bench_off');
  return settings;
}

/** The operator whose shift on this session is not over. */
async function findOperator(db: Db, actor: Actor, lab: Lab): Promise<BenchOperator | null> {
  const row = await shiftOf(db, actor, lab).executeTakeFirst();
  return row ? { id: row.id, name: row.name, maySign: row.may_sign } : null;
}

function shiftOf(db: Db, actor: Actor, lab: Lab) {
  return db
    .selectFrom('bench_shifts')
    .innerJoin('lab_operators', 'lab_operators.id', 'bench_shifts.operator_id')
    .select(['lab_operators.id', 'lab_operators.name', 'lab_operators.code', 'lab_operators.may_sign'])
    .select('bench_shifts.until')
    .where('bench_shifts.session_id', '=', sessionOf(actor))
    .where('bench_shifts.lab_id', '=', lab.id)
    .where('bench_shifts.until', '>', sql<Date>`now()`)
    .where('lab_operators.ended_at', 'is', null);
}

/** The shift on this session, as the screens show it. */
export async function findShift(db: Db, actor: Actor, lab: Lab) {
  const row = await shiftOf(db, actor, lab).executeTakeFirst();
  if (!row) return null;
  const { id, until, ...operator } = row;
  return { operator: { id: OperatorId.parse(id), ...operator }, until: until.toISOString() };
}

export async function hasOperators(db: Db, lab: Lab): Promise<boolean> {
  const row = await db
    .selectFrom('lab_operators')
    .select('id')
    .where('lab_id', '=', lab.id)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
