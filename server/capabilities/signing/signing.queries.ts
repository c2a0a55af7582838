import { type Expression, sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { secretHash } from '../../kernel/secrets/secrets.ts';

/** The paper behind a link that is still good on this site. */
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
  /** From where; left out where the product itself did it. */
  from?: { address: string; device: string };
  /** When, where something else carries the same moment. */
  at?: Expression<Date>;
};

/** What happened to a paper, for its certificate page. Never changed afterwards. */
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
