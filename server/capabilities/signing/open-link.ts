import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Domain, Domains } from '../../kernel/domains.ts';
import { secretHash } from '../../kernel/secrets/secrets.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';
import { EsignRefused, type LinkOpening } from '../../ports/esign.ts';

const HOURS = 24;

/**
 * An address at which one document is signed, on the site to which the signer returns. The server stores the return
 * address and never reads it from the URL, so that a link cannot redirect elsewhere.
 */
export async function openLink(
  { store, domains }: Pick<Services, 'store' | 'domains'>,
  signingId: string,
  returnTo: string,
  opening: LinkOpening,
): Promise<string> {
  const signing = await store
    .read('platform')
    .selectFrom('signings')
    .select(['id', 'domain_id'])
    .where('id', '=', signingId)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (!signing) throw new EsignRefused('This document does not wait for a signature.');
  const site = await siteOf(domains, signing.domain_id, returnTo);
  if (!site) throw new EsignRefused('A signer can only go on to a page of the same site.');

  const link = randomBytes(16).toString('base64url');
  await store.write('platform', actorlessContext('signing'), async (work) => {
    await work.db
      .deleteFrom('signing_links')
      .where('signing_id', '=', signing.id)
      .where('expires_at', '<', sql<Date>`now()`)
      .execute();
    await work.db
      .insertInto('signing_links')
      .values({
        link_hash: secretHash(link),
        signing_id: signing.id,
        domain_id: signing.domain_id,
        site_id: site.id,
        return_to: returnTo,
        opened_by: opening.by,
        session_id: opening.by === 'session' ? opening.sessionId : null,
        sent_to: opening.by === 'letter' ? opening.sentTo : null,
        expires_at: sql`now() + make_interval(hours => ${HOURS})`,
      })
      .execute();
    await audit(work, {
      domainId: signing.domain_id,
      action: 'signing.open_link',
      subject: 'signing',
      subjectId: signing.id,
    });
  });
  return `${site.url}/sign/${link}`;
}

/** Users are on their own site or on the main one (S-31). */
async function siteOf(domains: Domains, domainId: number, address: string): Promise<Domain | undefined> {
  const origin = URL.canParse(address) ? new URL(address).origin : null;
  const sites = await domains.all();
  return sites.find((site) => (site.id === domainId || site.isMain) && new URL(site.url).origin === origin);
}
