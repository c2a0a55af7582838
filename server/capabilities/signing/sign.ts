import { holdsName, nameDiffersMessage } from '@vialkeep/contract/signer-name.ts';
import { SIGNING_CONSENT, sign } from '@vialkeep/contract/signing.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { identifySigner } from './only-the-signer.ts';
import { SEAL_SIGNING } from './seal-signing.ts';
import { findSigningByLink, recordSigningEvent } from './signing.queries.ts';
import { signingCalls } from './signing-calls.ts';

/** The signature, its evidence and the job that seals are one transaction; the later steps are idempotent. */
export const signHandler = withRateLimit(
  handlePublic(sign, async ({ params, body, request, services, actorIfAny }) => {
    const { store } = services;
    // Only the signer can sign, and an acting session belongs to another user (T17).
    if ((await actorIfAny())?.acting) throw refuseBy(sign, 'not_while_acting');

    return store.write('platform', actorlessContext(request), async (work) => {
      const signing = await findSigningByLink(work.db, params.signingId, request.site.id)
        .forUpdate('signings')
        .executeTakeFirst();
      if (!signing || signing.state === 'declined') throw refuseBy(sign, 'problem');
      const isSentAgain = signing.state === 'signed' && signing.typed_name === body.full_name;
      if (signing.state === 'signed' && !isSentAgain) throw refuseBy(sign, 'signed_already');

      if (!isSentAgain) {
        const identity = await identifySigner(work.db, services, signing, request.site);
        requireSignersName(body.full_name, signing.signer_name);
        await work.db
          .updateTable('signings')
          .set({
            state: 'signed',
            typed_name: body.full_name,
            drawn: body.drawn && body.drawn.length > 0 ? JSON.stringify(body.drawn) : null,
            agreed_words: SIGNING_CONSENT,
            address: request.address,
            device: request.device,
            ...identity,
            signed_at: sql`now()`,
            changed_at: sql`now()`,
          })
          .where('id', '=', signing.id)
          .execute();
        await recordSigningEvent(work, { signing, kind: 'signed', from: request, at: sql<Date>`now()` });
        await enqueue(work, SEAL_SIGNING, { id: signing.id }, `${SEAL_SIGNING} ${signing.id}`);
      }
      await audit(work, {
        domainId: signing.domain_id,
        action: isSentAgain ? 'signing.sign_again' : 'signing.sign',
        subject: 'signing',
        subjectId: signing.id,
      });
      return { success: true as const, return_to: signing.return_to };
    });
  }),
  signingCalls,
);

function requireSignersName(typed: string, name: string): void {
  if (holdsName(typed, name)) return;
  const message = nameDiffersMessage(name);
  throw refuseBy(sign, 'name_differs', { message, fields: ['full_name'] });
}
