import type { DeviationRisk } from '@vialkeep/contract/deviations.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Lab, type Signer, signRecord } from '../lab-policy/index.ts';
import type { lockDeviation } from './deviations.queries.ts';
import { buildClosedRecord } from './verify-deviations.ts';

type Ended = { readonly risk: DeviationRisk; readonly conclusion: string };

/** Closes an open deviation by a signature over all that it says. The caller has locked its row. */
export async function endDeviation(
  work: Work,
  lab: Lab,
  signer: Signer,
  deviation: Awaited<ReturnType<typeof lockDeviation>>,
  { risk, conclusion }: Ended,
): Promise<void> {
  const { signature } = await signRecord(work, signer, {
    meaning: 'closed',
    subject: 'deviation',
    subjectId: deviation.id,
    record: buildClosedRecord({ ...deviation, risk, conclusion }),
  });
  await work.db
    .updateTable('deviations')
    .set({ state: 'closed', risk, conclusion, signature_id: signature.id, closed_at: sql<Date>`now()` })
    .where('id', '=', deviation.id)
    .execute();
  await audit(work, {
    domainId: lab.domainId,
    action: 'deviations.close',
    subject: 'deviation',
    subjectId: deviation.id,
    facts: { lab: lab.id, risk, signature: signature.id },
  });
}
