import { sql } from 'kysely';
import type { Db, Store } from '../../../kernel/db/db.ts';
import {
  type CardAtGateway,
  type Charge,
  type Customer,
  type KnownCard,
  PaymentUnavailable,
} from '../../../ports/payments.ts';
import { type CardOnFile, type ChargeRow, type ChargeState, chargeRow, knownCard } from './sandbox-rows.ts';
import type { SandboxCard } from './sandbox-tokens.ts';
import { type Behaviour, knownBehaviour } from './test-cards.ts';

/** Each write of the sandbox is one atomic statement. */
export function sandboxTables(store: Store) {
  const run = <T>(task: (db: Db) => Promise<T>) => store.unaudited('the sandbox is somebody else’s system', task);

  return {
    async keepCustomer({ reference, email }: Customer): Promise<string> {
      await run((db) =>
        db
          .insertInto('sandbox_customers')
          .values({ reference, email })
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      const row = await run((db) =>
        db.selectFrom('sandbox_customers').select('id').where('reference', '=', reference).executeTakeFirstOrThrow(),
      );
      return String(row.id);
    },

    /** The number is not stored, so cards with the same holder, brand, last digits and expiry count as the same. */
    async keepCard(customerId: string, card: SandboxCard, behaviour: Behaviour): Promise<string> {
      const customer = await run((db) =>
        db.selectFrom('sandbox_customers').select('id').where('id', '=', idIn(customerId)).executeTakeFirst(),
      );
      if (!customer) throw new PaymentUnavailable('The sandbox does not know this customer.');
      const about = {
        customer_id: idIn(customerId),
        brand: card.brand,
        last4: card.last4,
        holder: card.holder,
        expires: card.expires,
      };
      const row = await run((db) =>
        db
          .insertInto('sandbox_cards')
          .values({ ...about, behaviour })
          .onConflict((conflict) => conflict.constraint('sandbox_cards_once').doUpdateSet({ behaviour }))
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return String(row.id);
    },

    async cardsOf(customerId: string): Promise<readonly KnownCard[]> {
      const rows = await run((db) =>
        db
          .selectFrom('sandbox_cards')
          .select(['id', 'brand', 'last4', 'holder', 'expires'])
          .where('customer_id', '=', idIn(customerId))
          .orderBy('id')
          .execute(),
      );
      return rows.map(knownCard);
    },

    async findCard({ customerId, cardId }: CardAtGateway): Promise<(CardOnFile & { expires: string }) | null> {
      const row = await run((db) =>
        db
          .selectFrom('sandbox_cards')
          .select(['brand', 'last4', 'expires', 'behaviour'])
          .where('id', '=', idIn(cardId))
          .where('customer_id', '=', idIn(customerId))
          .executeTakeFirst(),
      );
      return row ? { ...row, behaviour: knownBehaviour(row.behaviour) } : null;
    },

    async deleteCard({ customerId, cardId }: CardAtGateway): Promise<void> {
      await run((db) =>
        db
          .deleteFrom('sandbox_cards')
          .where('id', '=', idIn(cardId))
          .where('customer_id', '=', idIn(customerId))
          .execute(),
      );
    },

    /** Each reference is charged once: a second request with it returns the first charge. */
    async receive(charge: Charge, on: CardOnFile, state: ChargeState, authCode = ''): Promise<ChargeRow> {
      const inserted = await run((db) =>
        db
          .insertInto('sandbox_charges')
          .values({
            reference: charge.reference,
            amount_cents: charge.amountCents,
            invoice_number: charge.invoiceNumber,
            description: charge.description,
            customer: charge.customer.id,
            brand: on.brand,
            last4: on.last4,
            state,
            auth_code: authCode,
            settled_at: state === 'received' ? null : sql`now()`,
          })
          .onConflict((conflict) => conflict.constraint('sandbox_charges_once').doNothing())
          .returning(chargeColumns)
          .executeTakeFirst(),
      );
      const row = inserted ?? (await run((db) => chargeBy(db, charge.reference)));
      if (row.amount_cents !== charge.amountCents) {
        throw new PaymentUnavailable('The sandbox knows this reference for another amount.');
      }
      return chargeRow(row);
    },

    /** Null when the charge was given up meanwhile: then nothing is charged. */
    async carryOut(reference: string, authCode: string): Promise<ChargeRow | null> {
      const { numUpdatedRows } = await run((db) =>
        db
          .updateTable('sandbox_charges')
          .set({ state: 'approved', auth_code: authCode, settled_at: sql`now()` })
          .where('reference', '=', reference)
          .where('state', '=', 'received')
          .executeTakeFirst(),
      );
      return numUpdatedRows === 0n ? null : this.findCharge(reference);
    },

    async giveUp(reference: string, afterSeconds: number): Promise<void> {
      await run((db) =>
        db
          .updateTable('sandbox_charges')
          .set({ state: 'given_up' })
          .where('reference', '=', reference)
          .where('state', '=', 'received')
          .where('created_at', '<', sql<Date>`now() - make_interval(secs => ${afterSeconds})`)
          .execute(),
      );
    },

    async findCharge(reference: string): Promise<ChargeRow | null> {
      const row = await run((db) => charges(db).where('reference', '=', reference).executeTakeFirst());
      return row ? chargeRow(row) : null;
    },

    async findTransaction(transactionId: string): Promise<ChargeRow | null> {
      const row = await run((db) => charges(db).where('id', '=', idIn(transactionId)).executeTakeFirst());
      return row ? chargeRow(row) : null;
    },
  };
}

function chargeBy(db: Db, reference: string) {
  return charges(db).where('reference', '=', reference).executeTakeFirstOrThrow();
}

function charges(db: Db) {
  return db.selectFrom('sandbox_charges').select(chargeColumns);
}

const chargeColumns = [
  'id',
  'reference',
  'amount_cents',
  'invoice_number',
  'description',
  'customer',
  'brand',
  'last4',
  'state',
  'auth_code',
  'created_at',
] as const;

/** An id in another format matches no row. */
export function idIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}
