import type { NamedVial } from '@vialkeep/contract/named-vial.ts';
import { pickOrderVial } from '@vialkeep/contract/vial-orders.ts';
import { VialState } from '@vialkeep/contract/vials.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound, type Refusal, refuseBy } from '../../kernel/http/refuse.ts';
import type { Bench } from '../lab-policy/index.ts';
import { codeOfNamedVial, isVialOfLab, type Position } from '../vials/index.ts';
import type { OrderRow } from './orders.queries.ts';
import { isOpenOrder } from './settle-orders.ts';

/** A vial that is reserved for the order of the call. */
export type OrderVial = {
  readonly id: number;
  readonly code: string;
  readonly isPicked: boolean;
  readonly isPacked: boolean;
  readonly at: Position | null;
};

const OVER: Readonly<Partial<Record<OrderRow['state'], string>>> = {
  unpaid: 'This order is not paid yet.',
  shipped: 'This order is shipped already.',
  delivered: 'This order is delivered already.',
  cancelled: 'This order is cancelled. Put its vials back.',
};

/** The order is paid and not shipped or cancelled. */
export function requireOpenOrder(order: OrderRow): void {
  if (!isOpenOrder(order)) throw refuseOver(order);
}

export function refuseOver({ state }: Pick<OrderRow, 'state'>): Refusal {
  const message = OVER[state];
  return refuseBy(pickOrderVial, 'order_over', message === undefined ? {} : { message });
}

/** The scanned vial, which this order has reserved; any other one is refused in words. Another lab's vial is 404. */
export async function requireVialOfOrder(db: Db, bench: Bench, order: OrderRow, named: NamedVial): Promise<OrderVial> {
  const within = sql<boolean>`(${isVialOfLab(bench.lab.id)} or vials.order_id = ${order.id})`;
  const code = await codeOfNamedVial(db, named, { within, field: 'vial_code' });
  const vial = orNotFound(
    await db
      .selectFrom('vials')
      .select(['id', 'code', 'patient_id', 'state', 'order_id', 'hold_reason', 'batch_id', 'box_id', 'position'])
      .select([
        sql<boolean>`picked_at is not null`.as('isPicked'),
        sql<boolean>`packed_at is not null`.as('isPacked'),
        sql<boolean>`held_at is not null`.as('isHeld'),
      ])
      .where('code', '=', code)
      .where(within)
      .executeTakeFirst(),
  );
  if (vial.patient_id !== order.patient_id) throw refuseVial('Another patient’s vial');
  if (vial.state !== 'stored') throw refuseVial(GONE[VialState.parse(vial.state)]);
  if (vial.isHeld) {
    const words = await holdWords(db, bench, vial);
    throw refuseBy(pickOrderVial, 'held_vial', { message: `In quarantine: ${words}`, fields: ['vial_code'] });
  }
  if (vial.order_id === null) throw refuseVial('Not reserved for this order');
  if (vial.order_id !== order.id) throw refuseVial(`Reserved for order ${vial.order_id}`);
  const at = vial.box_id === null || vial.position === null ? null : { box: vial.box_id, position: vial.position };
  return { id: vial.id, code: vial.code, isPicked: vial.isPicked, isPacked: vial.isPacked, at };
}

export function refuseVial(message: string): Refusal {
  return refuseBy(pickOrderVial, 'wrong_vial', { message, fields: ['vial_code'] });
}

const GONE: Readonly<Record<VialState, string>> = {
  stored: 'In store',
  shipped: 'Shipped already',
  discarded: 'Discarded',
  withdrawn: 'Taken off the list',
};

const HOLD_WORDS: Readonly<Record<string, string>> = {
  deviation: 'deviation',
  missing: 'missing',
  returned: 'returned',
  failed_qc: 'failed a test',
};

/** Of a vial that waits for its release: the first required test of its batch that has not passed. */
async function holdWords(
  db: Db,
  { settings }: Bench,
  { hold_reason, batch_id }: { readonly hold_reason: string | null; readonly batch_id: number | null },
): Promise<string> {
  const words = HOLD_WORDS[hold_reason ?? ''];
  if (words !== undefined) return words;
  if (batch_id === null) return 'awaiting release';
  const { rows } = await sql<{ test: string; verdict: string }>`
    select test, verdict from qc_results where batch_id = ${batch_id}
      and not exists (select from qc_results later where later.replaces_id = qc_results.id)`.execute(db);
  const verdicts = new Map(rows.map(({ test, verdict }) => [test, verdict]));
  const open = settings.required_tests.find((test) => verdicts.get(test) !== 'pass');
  if (open === undefined) return 'awaiting release';
  return verdicts.get(open) === 'fail' ? `${open} failed` : `${open} pending`;
}
