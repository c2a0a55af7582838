import { type Expression, sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { secretHash } from '../../kernel/secrets/secrets.ts';

/** The signing behind a link that is still valid on this site. */
export function findSigningByLink(db: Db, link: string, siteId: number) {
  return db
    .selectFrom('signing_links as link')
    .innerJoin('signings', 'signings.id', 'link.signing_id')
    .select([
      'signings.id',
      'signings.domain_id',
      'signings.title',
      'signings.signer_name',
      'signings.pages',
      'signings.state',
      'signings.words',
      'signings.paper_file',
      'signings.paper_sha256',
      'signings.typed_name',
      'link.link_hash',
      'link.return_to',
      'link.opened_at',
      'link.opened_by',
      'link.session_id',
      'link.sent_to',
    ])
    .where('link.link_hash', '=', secretHash(link))
    .where('link.site_id', '=', siteId)
    .where('link.expires_at', '>', sql<Date>`now()`);
}

export type SigningBehind = Awaited<ReturnType<ReturnType<typeof findSigningByLink>['executeTakeFirstOrThrow']>>;

type NewEvent = {
  signing: { id: string; domain_id: number };
  kind: 'made' | 'opened' | 'signed' | 'declined' | 'sealed';
  /** The address and device of the caller; left out where the server acts by itself. */
  from?: { address: string; device: string };
  /** The time of the event, where another row must carry the same time. */
  at?: Expression<Date>;
};

/** Records an event for the certificate page; events are never changed. */
export async function recordSigningEvent(work: Work, { signing, kind, from, at }: NewEvent): Promise<void> {
  await work.db
    .insertInto('signing_events')
    .values({
      signing_id: signing.id,
      domain_id: signing.domain_id,
      kind,
      address: from?.address,
      device: from?.device,
      ...(at ? { at } : {}),
    })
    .execute();
}
