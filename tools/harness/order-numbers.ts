import type pg from 'pg';

/** Higher than any invoice number that a run uses. */
const LAST = 9_999_999;

/** A run chooses its own invoice numbers; the server accepts only numbers that it could have issued. */
export async function raiseOrderNumbers(owner: pg.Client): Promise<void> {
  await owner.query("select setval('transactions_id_seq', $1)", [LAST]);
}
