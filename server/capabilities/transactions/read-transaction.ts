import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import { readTransaction, TransactionChange, type TransactionDetail } from '@vialkeep/contract/transactions.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { sitesOf } from './transactions.filters.ts';
import { namesOf } from './transactions.queries.ts';

export const readTransactionHandler = handle(readTransaction, async ({ actor, db, params }) =>
  detailOf(db, actor, params.id),
);

/** A transaction with the fields of the form (F143). */
export async function detailOf(db: Db, actor: Actor, id: number): Promise<z.input<typeof TransactionDetail>> {
  const row = orNotFound(
    await db
      .selectFrom('transactions')
      .select([
        'id',
        'date',
        'domain_id',
        'product_id',
        'quantity',
        'amount_cents',
        'center_id',
        'referral_center_id',
        'rep_id',
        'patient_id',
        'commission_paid',
        'gateway_id',
        'template_id',
        'version',
      ])
      .where('id', '=', id)
      .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))))
      .executeTakeFirst(),
  );
  const named = [row.center_id, row.referral_center_id, row.rep_id, row.patient_id].flatMap((one) => one ?? []);
  const people = [...new Set(named)];
  const [names, history] = await Promise.all([namesOf(db, people), listTransactionChanges(db, id)]);
  return {
    id: row.id,
    date: row.date.toISOString(),
    domain_id: row.domain_id,
    product_id: ProductId.parse(row.product_id),
    quantity: row.quantity,
    amount: dollarsOf(row.amount_cents),
    harvest_center: row.center_id,
    referral_harvest_center: row.referral_center_id,
    sales_rep: row.rep_id,
    patient: row.patient_id,
    commission_paid: row.commission_paid,
    transaction_id: row.gateway_id,
    template_id: row.template_id,
    transaction_history: history,
    people: people
      .flatMap((one) => names.get(one) ?? [])
      .map(({ id: who, username, company }) => ({ id: who, name: company || username })),
    version: row.version,
  };
}

/** Newest first. */
async function listTransactionChanges(db: Db, transactionId: number) {
  const rows = await db
    .selectFrom('transaction_changes')
    .leftJoin('users', 'users.id', 'transaction_changes.actor_id')
    .select([
      'transaction_changes.note',
      'transaction_changes.at',
      'transaction_changes.before',
      'transaction_changes.after',
      'users.username',
    ])
    .where('transaction_changes.transaction_id', '=', transactionId)
    .orderBy('transaction_changes.id', 'desc')
    .execute();
  return rows.map((row) =>
    TransactionChange.parse({
      note: row.note,
      date: row.at.toISOString(),
      by: row.username ?? '',
      before: row.before,
      after: row.after,
    }),
  );
}
