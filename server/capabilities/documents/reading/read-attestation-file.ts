import { readAttestationFile } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { visibleUser } from '../../network/index.ts';
import { documentsOfSigner } from '../documents.queries.ts';

export const readAttestationFileHandler = handle(readAttestationFile, async ({ actor, db, params }) => {
  const user = await visibleUser(db, actor, params.id);
  const { id } = orNotFound(user.plan_id === Plan.harvestCenter || user.plan_id === Plan.staff ? user : null);
  const attestation = (await documentsOfSigner(db, id)).find(
    ({ kind, status }) => kind === 'hc_attestation' && status === 'Completed',
  );
  if (!attestation) throw refuseBy(readAttestationFile, 'no_attestation');
  const { document_id: file, has_supplement } = attestation;
  return { success: true as const, file, has_supplement, message: 'The attestation is on file.' };
});
