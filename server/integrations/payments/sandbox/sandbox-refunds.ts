import { sql } from 'kysely';
import type { Db, Store } from '../../../kernel/db/db.ts';
import { type Payments, PaymentUnavailable, PaymentUnknown } from '../../../ports/payments.ts';
import type { RefundOutcome } from '../../../ports/refunds.ts';
import { idIn } from './sandbox-tables.ts';
import { behaviourOfRefunds, CHARGED_BACK_LAST4 } from './test-cards.ts';

type Refusal = RefundOutcome & { state: 'refused' };

const NOT_CREDITABLE: Refusal = {
  state: 'refused',
  reason: 'not_creditable',
  message: 'This charge cannot be refunded.',
};
const reasons: Readonly<Record<string, Refusal>> = {
  50: { state: 'refused', reason: 'not_settled', message: 'This charge has not settled yet.' },
  54: NOT_CREDITABLE,
  55: { state: 'refused', reason: 'too_much', message: 'The refunds would exceed the charge.' },
};

/** Gives money back. A charge settles some seconds after it was made; the database's clock decides. */
export function sandboxRefunds(
  store: Store,
  settlesSeconds: number,
): Pick<Payments, 'void' | 'refund' | 'findRefund' | 'settlementOf'> {
  const run = <T>(task: (db: Db) => Promise<T>) => store.unaudited('the sandbox is an outside system', task);
  const settledAt = sql<Date>`sandbox_charges.settled_at + make_interval(secs => ${settlesSeconds})`;

  return {
    async void(transactionId) {
      await run((db) =>
        db
          .updateTable('sandbox_charges')
          .set({ state: 'voided' })
          .where('id', '=', idIn(transactionId))
          .where((eb) =>
            eb.or([
              eb('state', '=', 'held'),
              eb.and([eb('state', '=', 'approved'), eb(settledAt, '>', sql<Date>`now()`)]),
            ]),
          )
          .execute(),
      );
      const row = await run((db) =>
        db.selectFrom('sandbox_charges').select('state').where('id', '=', idIn(transactionId)).executeTakeFirst(),
      );
      if (row?.state !== 'voided') throw new PaymentUnavailable('The sandbox has nothing to take back.');
    },

    async refund({ reference, transactionId, amountCents, last4 }) {
      const behaviour = behaviourOfRefunds(last4);
      if (behaviour === 'charge-back') return NOT_CREDITABLE;
      if (behaviour === 'refuse-refund') {
        return { state: 'refused', reason: 'other', message: 'The bank of the card does not take refunds.' };
      }
      const { rows } = await run((db) =>
        sql<{ refund_id: number | null; refused: string | null }>`
          select refund_id, refused
          from sandbox_refund(${idIn(transactionId)}, ${reference}, ${amountCents}, ${settlesSeconds})`.execute(db),
      );
      const [row] = rows;
      const refused = reasons[row?.refused ?? ''];
      if (refused) return refused;
      if (behaviour === 'lose-refund') throw new PaymentUnknown('The answer of the sandbox was lost.');
      return { state: 'refunded', refundId: String(row?.refund_id) };
    },

    /** The sandbox carries a refund out when it receives it, so that a missing one is none. */
    async findRefund(reference) {
      const row = await run((db) =>
        db.selectFrom('sandbox_refunds').select('id').where('reference', '=', reference).executeTakeFirst(),
      );
      return row ? { state: 'refunded', refundId: String(row.id) } : 'none';
    },

    async settlementOf(transactionId) {
      const row = await run((db) =>
        db
          .selectFrom('sandbox_charges')
          .select(['state', 'last4', settledAt.as('settled_at'), sql<boolean>`${settledAt} <= now()`.as('is_settled')])
          .where('id', '=', idIn(transactionId))
          .executeTakeFirst(),
      );
      if (row?.state === 'voided') return { state: 'voided' };
      if (row?.state === 'held') return { state: 'unsettled' };
      if (row?.state !== 'approved') return null;
      if (row.is_settled && row.last4 === CHARGED_BACK_LAST4) return { state: 'closed', status: 'chargeback' };
      return row.is_settled ? { state: 'settled', settledAt: row.settled_at } : { state: 'unsettled' };
    },
  };
}
