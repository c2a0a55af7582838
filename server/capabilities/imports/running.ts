import type { AuditContext, Work } from '../../kernel/db/db.ts';

/** An import that the server works on, and in whose name. */
export type Running = { readonly id: number; readonly domainId: number; readonly cause: AuditContext };

/** Whether the import is still in this state; it stays so until the transaction ends. */
export async function isStill(work: Work, id: number, state: string): Promise<boolean> {
  const row = await work.db
    .selectFrom('imports')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', state)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
