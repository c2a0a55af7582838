import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';

/**
 * Keeps plans and the switch of commissions as they are until the end of the transaction. It comes before the row lock of
 * a sale: the backlog takes both in this order.
 */
export async function holdPlans(work: Work): Promise<void> {
  await sql`select hold_commission_plans()`.execute(work.db);
}

/** Whether a sale has lines or can get some. */
export async function isCommissioned(db: Db, transactionId: number): Promise<boolean> {
  const { rows } = await sql<{ is_commissioned: boolean }>`
    select commissions_on(domain_id)
      or exists (select from commission_lines where transaction_id = transactions.id) as is_commissioned
    from transactions where id = ${transactionId}`.execute(db);
  return rows[0]?.is_commissioned ?? false;
}

/** Takes back the lines of a corrected sale and earns anew by the plan of its day. Returns the digests of the entries. */
export async function correctLines(work: Work, transactionId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ digests: string[] | null }>`
    select digests from correct_commission(${transactionId}, ${work.cause.actorId})`.execute(work.db);
  return rows[0]?.digests ?? [];
}

/** The payments of the lines in force: whether there are lines, and the payout run that has paid one of them. */
export async function findPayment(
  db: Db,
  transactionId: number,
): Promise<{ hasLines: boolean; paidBy: number | null }> {
  const row = await db
    .selectFrom('commission_lines_in_force')
    .select((eb) => [
      eb.fn.countAll<number>().as('lines'),
      sql<number | null>`max(payout_id) filter (where paid_how = 'run')`.as('run'),
    ])
    .where('transaction_id', '=', transactionId)
    .executeTakeFirstOrThrow();
  return { hasLines: row.lines > 0, paidBy: row.run };
}

type HandPayment = { readonly transactionId: number; readonly isPaid: boolean; readonly version: number };

/**
 * Pays the unpaid lines of a sale by hand, or takes back what was paid by hand or before. The version of the sale makes
 * the key of the entry; returns its digest, or null where no money moved.
 */
export async function payByHand(work: Work, { transactionId, isPaid, version }: HandPayment): Promise<string | null> {
  const { rows } = await (isPaid
    ? sql<{ digest: string | null }>`select digest from pay_commission_by_hand(${transactionId}, ${version})`
    : sql<{ digest: string | null }>`select digest from take_back_hand_payment(${transactionId}, ${version})`
  ).execute(work.db);
  return rows[0]?.digest ?? null;
}
