import type pg from 'pg';
import { z } from 'zod';

const Papers = z.object({
  asked: z.number(),
  completed: z.number(),
  pending: z.number(),
  completions: z.number(),
  files: z.number(),
});
export type Papers = z.infer<typeof Papers>;

/** Reads the totals of the documents of a run from the table and the audit log. */
export async function readDocumentTotals(owner: pg.Client): Promise<Papers> {
  const { rows } = await owner.query(`
    with ours as (select * from documents where signer_email like '%@faults.test')
    select count(*)::int as asked,
      (count(*) filter (where status = 'Completed'))::int as completed,
      (count(*) filter (where status = 'Pending'))::int as pending,
      (count(distinct sha256))::int as files,
      (select count(*) from audit_log join ours on subject_id = ours.id::text
        where subject = 'document' and action = 'documents.complete')::int as completions
    from ours`);
  return Papers.parse(rows[0]);
}
