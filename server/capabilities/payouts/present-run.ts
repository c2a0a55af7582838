import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { PayoutRun, PayoutRunSummary } from '@vialkeep/contract/payouts.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { needsSecond } from './four-eyes.ts';
import { getRun, listCarriedOver, listPayees, type PayeeRow, type RunRow } from './payouts.queries.ts';

/** A run as its list shows it. */
export function presentSummary(run: RunRow): z.input<typeof PayoutRunSummary> {
  return { ...presentFields(run), people_count: run.people };
}

function presentFields(run: RunRow) {
  return {
    id: run.id,
    domain: { id: run.domain_id, name: run.site },
    cutoff: run.cutoff,
    state: run.state,
    total: dollarsOf(run.cents),
    made_at: run.made_at.toISOString(),
  };
}

/** A run with its people and what the reader can do with it. */
export async function presentRunOf(db: Db, actor: Actor, id: number): Promise<z.input<typeof PayoutRun>> {
  const run = await getRun(db, actor, id);
  const people = await listPayees(db, run.id);
  const carriedOver = await listCarriedOver(db, run.id);
  const isForAnother = run.state === 'draft' && (await needsSecond(db, run));
  return {
    ...presentFields(run),
    people: people.map((payee) => presentPayee(run, payee, actor.userId)),
    carried_over: carriedOver.map(({ person_id, name, cents }) => ({
      person: presentPerson(person_id, name),
      amount: dollarsOf(cents),
    })),
    made_by: run.made_by === null ? null : presentPerson(run.made_by, run.maker),
    ...presentApproval(run),
    file_sha256: run.file_sha256,
    needs_second: isForAnother,
    version: run.version,
    may: listActions(run, people, { userId: actor.userId, needsAnother: isForAnother && run.made_by === actor.userId }),
  };
}

/** A run that is a draft again is not approved. */
function presentApproval({ state, approved_by, approver, approved_at }: RunRow) {
  if (state === 'draft' || approved_by === null) return { approved_by: null, approved_at: null };
  return { approved_by: presentPerson(approved_by, approver), approved_at: approved_at?.toISOString() ?? null };
}

type RunAction = PayoutRun['may'][number];

type Reader = { readonly userId: number; readonly needsAnother: boolean };

function listActions(run: RunRow, people: readonly PayeeRow[], { userId, needsAnother }: Reader): RunAction[] {
  const hasPayments = people.some(({ state }) => state !== 'due');
  const isOwn = people.some(({ person_id, state }) => person_id === userId && state === 'due');
  const actions: Record<RunAction, boolean> = {
    approve: run.state === 'draft' && !needsAnother && !isOwn,
    cancel: (run.state === 'draft' || run.state === 'approved') && !hasPayments,
    export: run.approvals > 0 && (run.state === 'approved' || run.state === 'paid'),
    mark_paid: run.state === 'approved' && !isOwn,
    set_reference: run.state === 'draft',
  };
  // @NOTE every key is an action.
  return (Object.keys(actions) as RunAction[]).filter((action) => actions[action]);
}

function presentPayee(run: RunRow, payee: PayeeRow, userId: number) {
  const isOwn = payee.person_id === userId;
  const isDue = run.state === 'approved' && payee.state === 'due' && !isOwn;
  return {
    person: presentPerson(payee.person_id, payee.name),
    amount: dollarsOf(payee.cents),
    state: payee.state,
    payee_reference: payee.payee_reference,
    paid_on: payee.paid_on,
    reference: payee.reference,
    note: payee.note,
    may: [
      ...(isDue ? ['pay' as const] : []),
      ...(isDue || (payee.state === 'paid' && !isOwn) ? ['return' as const] : []),
    ],
  };
}

function presentPerson(id: number, name: string | null) {
  return { id, name: name ?? `#${id}` };
}
