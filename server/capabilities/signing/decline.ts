import { decline } from '@vialkeep/contract/signing.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handlePublic, withRateLimit } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { enqueue } from '../../kernel/jobs/jobs.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { SYNC_DOCUMENT } from '../../ports/esign.ts';
import { identifySigner } from './only-the-signer.ts';
import { findSigningByLink, recordSigningEvent } from './signing.queries.ts';
import { signingCalls } from './signing-calls.ts';

export const declineHandler = withRateLimit(
  handlePublic(decline, async ({ params, body, request, services, actorIfAny }) => {
    if ((await actorIfAny())?.acting) throw refuseBy(decline, 'not_while_acting');

    return services.store.write('platform', actorlessContext(request), async (work) => {
      const signing = await findSigningByLink(work.db, params.signingId, request.site.id)
        .forUpdate('signings')
        .executeTakeFirst();
      if (!signing) throw refuseBy(decline, 'problem');
      if (signing.state === 'signed') throw refuseBy(decline, 'signed_already');
      if (signing.state === 'pending') {
        await identifySigner(work.db, services, signing, request.site);
        await work.db
          .updateTable('signings')
          .set({ state: 'declined', decline_reason: body.reason, changed_at: sql`now()` })
          .where('id', '=', signing.id)
          .execute();
        await recordSigningEvent(work, { signing, kind: 'declined', from: request });
        await enqueue(work, SYNC_DOCUMENT, { providerId: signing.id });
      }
      await audit(work, {
        domainId: signing.domain_id,
        action: 'signing.decline',
        subject: 'signing',
        subjectId: signing.id,
      });
      return { success: true as const };
    });
  }),
  signingCalls,
);
