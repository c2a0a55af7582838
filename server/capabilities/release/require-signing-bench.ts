import type { Work } from '../../kernel/db/db.ts';
import type { Access } from '../../kernel/policy/access.ts';
import { type Bench, refuseAtBench, requireBench, type Signer } from '../lab-policy/index.ts';

/** The bench at which a signer signs. The badge may have been changed since the PIN was checked; then it is refused. */
export async function requireSigningBench(work: Work, access: Access, signer: Signer): Promise<Bench> {
  const bench = await requireBench(work, access, signer.lab.id);
  if (signer.operatorId !== null && bench.operator?.id !== signer.operatorId) throw refuseAtBench('operator_required');
  return bench;
}
