import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { dollarsOf } from '@vialkeep/contract/kernel/money.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { ProductId } from '@vialkeep/contract/products.ts';
import { updateTransaction } from '@vialkeep/contract/transactions.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Work } from '../../kernel/db/db.ts';
import { announceEvent } from '../../kernel/events.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { holdPlans } from '../commissions/index.ts';
import { salesChainOf } from '../network/index.ts';
import { requireValidRelations } from './fitting-people.ts';
import { followCorrection, prepareCommission } from './follow-commission.ts';
import { detailOf } from './read-transaction.ts';
import { sitesOf } from './transactions.filters.ts';

type TransactionCorrection = Received<typeof updateTransaction>['body'];

/** Changes what a transaction counts for, together with a history row of who, why and the old values (F143, T36). */
export const updateTransactionHandler = handle(updateTransaction, async ({ actor, params, body, write }) =>
  write(async (work) => {
    await holdPlans(work);
    const locked = orNotFound(await lockTransaction(work, actor, params.id));
    if (body.version !== undefined && body.version !== locked.version) {
      throw refuseBy(updateTransaction, 'changed_meanwhile');
    }
    await requireValidRelations(work, locked, body);
    const prepared = await prepareCommission(work, params.id);
    // The lines of an earlier sale may have set the checkbox.
    const before = prepared ? orNotFound(await lockTransaction(work, actor, params.id)) : locked;
    const after = { ...before, ...(await loadCorrections(work, before, body)) };
    const { domain_id, version, commission_paid, ...columns } = after;
    await work.db
      .updateTable('transactions')
      .set({ ...columns, ...(prepared ? {} : { commission_paid }), version: version + 1 })
      .where('id', '=', params.id)
      .execute();
    const digests = prepared ? await followCorrection(work, params.id, { prepared, before, after }) : [];
    const saved = prepared ? orNotFound(await lockTransaction(work, actor, params.id)) : after;
    const [was, becomes] = [presentCorrectable(before), presentCorrectable(saved)];
    await work.db
      .insertInto('transaction_changes')
      .values({
        domain_id,
        transaction_id: params.id,
        actor_id: work.cause.actorId,
        note: body.transaction_note,
        before: JSON.stringify(differing(was, becomes)),
        after: JSON.stringify(differing(becomes, was)),
      })
      .execute();
    await audit(work, {
      domainId: domain_id,
      action: 'transactions.edit',
      subject: 'transaction',
      subjectId: params.id,
      facts: {
        fields: Object.keys(differing(was, becomes)),
        ...(digests.length === 0 ? {} : { journal: digests }),
      },
      changes: changesBetween(was, becomes),
    });
    announceEvent(work, {
      domainId: domain_id,
      type: 'transaction.corrected',
      data: {
        transaction_id: params.id,
        product_id: ProductId.parse(saved.product_id),
        quantity: saved.quantity,
        amount_cents: saved.amount_cents,
        center_id: saved.center_id,
        referral_center_id: saved.referral_center_id,
        patient_id: saved.patient_id,
      },
    });
    return detailOf(work.db, actor, params.id);
  }),
);

/** The row lock makes concurrent corrections wait. */
function lockTransaction(work: Work, actor: Actor, id: number) {
  return work.db
    .selectFrom('transactions')
    .select([
      'domain_id',
      'version',
      'product_id',
      'quantity',
      'amount_cents',
      'center_id',
      'referral_center_id',
      'rep_id',
      'manager_id',
      'distributor_id',
      'patient_id',
      'commission_paid',
    ])
    .where('id', '=', id)
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))))
    .forUpdate()
    .executeTakeFirst();
}

export type Correctable = NonNullable<Awaited<ReturnType<typeof lockTransaction>>>;

async function loadCorrections(
  work: Work,
  before: Correctable,
  body: TransactionCorrection,
): Promise<Partial<Correctable>> {
  return {
    ...(body.product_id === undefined ? {} : { product_id: body.product_id }),
    ...(body.quantity === undefined ? {} : { quantity: body.quantity }),
    ...(body.amount === undefined ? {} : { amount_cents: body.amount }),
    ...(body.harvest_center === undefined ? {} : { center_id: body.harvest_center }),
    ...(body.referral_harvest_center === undefined ? {} : { referral_center_id: body.referral_harvest_center }),
    ...(body.patient === undefined ? {} : { patient_id: body.patient }),
    ...(body.commission_paid === undefined ? {} : { commission_paid: body.commission_paid }),
    ...(body.sales_rep === undefined || body.sales_rep === before.rep_id ? {} : await chainOf(work, body.sales_rep)),
  };
}

/** A new rep brings the users above them; without a rep the transaction has no sales chain. */
async function chainOf(work: Work, repId: UserId | null) {
  if (repId === null) return { rep_id: null, manager_id: null, distributor_id: null };
  const { managerId, distributorId } = await salesChainOf(work.db, repId);
  return { rep_id: repId, manager_id: managerId, distributor_id: distributorId };
}

function presentCorrectable(row: Correctable) {
  return {
    product_id: row.product_id,
    quantity: row.quantity,
    amount: dollarsOf(row.amount_cents),
    harvest_center: row.center_id,
    referral_harvest_center: row.referral_center_id,
    sales_rep: row.rep_id,
    sales_manager_id: row.manager_id,
    sales_distributor_id: row.distributor_id,
    patient: row.patient_id,
    commission_paid: row.commission_paid,
  };
}

function differing<Values extends object>(values: Values, others: Values): Partial<Values> {
  const theirs = new Map(Object.entries(others));
  // @NOTE a subset of an object's entries is a partial of it.
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => theirs.get(name) !== value),
  ) as Partial<Values>;
}
