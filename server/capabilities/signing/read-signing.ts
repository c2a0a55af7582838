import { readSigning, SigningText } from '@vialkeep/contract/signing.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handlePublic, type RequestFacts, withRateLimit } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { findSigningByLink, recordSigningEvent } from './signing.queries.ts';
import { signingCalls } from './signing-calls.ts';

export const readSigningHandler = withRateLimit(
  handlePublic(readSigning, async ({ params, request, services }) => {
    const signing = await findSigningByLink(
      services.store.read('platform'),
      params.signingId,
      request.site.id,
    ).executeTakeFirst();
    if (!signing) throw refuseBy(readSigning, 'problem');
    if (signing.opened_at === null && signing.state === 'pending') await noteOpened(services, signing, request);
    return {
      title: signing.title,
      signer: signing.signer_name,
      pages: signing.pages,
      state: signing.state,
      return_to: signing.return_to,
      text: signing.words === null ? null : SigningText.parse(signing.words),
    };
  }),
  signingCalls,
);

type Opened = { id: string; domain_id: number; link_hash: Buffer };

/** Recorded once for each link, so that reloading the page adds no event. */
async function noteOpened({ store }: Services, signing: Opened, request: RequestFacts): Promise<void> {
  await store.write('platform', actorlessContext(request), async (work) => {
    // The row lock keeps an opening from being recorded while a signature is written; otherwise its place on the
    // certificate would be random.
    const waiting = await work.db
      .selectFrom('signings')
      .select('id')
      .where('id', '=', signing.id)
      .where('state', '=', 'pending')
      .forUpdate()
      .executeTakeFirst();
    const { numUpdatedRows } = await work.db
      .updateTable('signing_links')
      .set({ opened_at: sql`now()` })
      .where('link_hash', '=', signing.link_hash)
      .where('opened_at', 'is', null)
      .executeTakeFirst();
    if (waiting && numUpdatedRows > 0n) await recordSigningEvent(work, { signing, kind: 'opened', from: request });
    await audit(work, {
      domainId: signing.domain_id,
      action: 'signing.open',
      subject: 'signing',
      subjectId: signing.id,
    });
  });
}
