import { requestSignatures } from '@vialkeep/contract/documents.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { requireEmail } from '../../../kernel/mail/require-email.ts';
import { countStrangerLetter } from '../../../kernel/mail/unrelated-recipients.ts';
import type { Services } from '../../../kernel/services.ts';
import { createSignatureRequest, findSigner } from './create-signature-request.ts';
import { requestingCenter } from './requesting-center.ts';

/** Counted per clinic, whichever user acts for it (S-23). */
const REQUESTS = { bucket: 'signature-requests', most: 30, minutes: 60 };

export async function countRequest({ limits }: Services, centerId: number): Promise<void> {
  await limits.count(REQUESTS, String(centerId));
}

export const requestSignaturesHandler = handle(
  requestSignatures,
  async ({ access, actor, db, body, write, request, services }) => {
    const center = await requestingCenter(access, db, body.harvest_center_id, [
      Plan.harvestCenter,
      Plan.referralCenter,
    ]);
    await countRequest(services, center.id);
    const site = await services.domains.ofId(center.domain_id);
    const { name, email } = body;
    requireEmail(email, 'email');
    const { id: ownUserId } = await findSigner(db, center.id, { name, email });
    await countStrangerLetter(services, { actor, address: request.address, recipient: email, ownUserId });
    await write(async (work) =>
      createSignatureRequest(work, { site, center, signer: await findSigner(work.db, center.id, { name, email }) }),
    );
    return { code: 'success' as const, message: 'Documents has been Sent!' };
  },
);
