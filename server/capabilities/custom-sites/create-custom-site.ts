import { createCustomSite, customSiteMessages } from '@vialkeep/contract/custom-sites.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { isForTrying, isPublicName } from '@vialkeep/contract/kernel/site-address.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { createSite, updateSite } from '../sites/index.ts';

type Reason = 'host_is_ours' | 'host_taken' | 'host_not_public';

/**
 * From here on the server answers for the site, with the main site's brand until the site has its own, and without
 * users.
 */
export const createCustomSiteHandler = handle(
  createCustomSite,
  async (call) => {
    const { actor, body, write, services } = call;
    const { name, url: host } = body;
    await requireFreeHost(call, host);
    const main = await services.domains.main();
    // Outside production such a name is served on this installation's own port.
    const url = isForTrying(host) ? null : `https://${host}`;
    const id = await write(async (work) => {
      const begun = await ownUnfinished(work, actor, host);
      if (begun !== null) await updateSite(work, begun, { name, product: name, brand: name });
      const siteId =
        begun ?? (await addSite(work, { ...looksOf(main), name, product: name, brand: name, host, url }, actor));
      await audit(work, {
        domainId: siteId,
        action: begun === null ? 'custom_sites.create' : 'custom_sites.resume',
        subject: 'domain',
        subjectId: siteId,
        facts: { host },
      });
      return siteId;
    });
    services.domains.readAnew();
    return {
      success: true as const,
      id: DomainId.parse(id),
      url: `https://${host}`,
      message: customSiteMessages.created,
    };
  },
  { domains_host_key: { reason: 'host_taken', field: 'url' } },
);

async function requireFreeHost({ services }: Call<typeof createCustomSite>, host: string): Promise<void> {
  const { production, baseUrl } = services.settings;
  if (host === new URL(baseUrl).hostname) throw buildHostRefusal('host_is_ours');
  if (!isPublicName(host) && (production || !isForTrying(host))) throw buildHostRefusal('host_not_public');
}

function buildHostRefusal(reason: Reason) {
  return refuseBy(createCustomSite, reason, { fields: ['url'] });
}

/** Finds the unfinished registration of the same administrator, so that a retry after a lost answer continues it. */
async function ownUnfinished(work: Work, actor: Actor, host: string): Promise<number | null> {
  const row = await work.db
    .selectFrom('custom_sites')
    .innerJoin('domains', 'domains.id', 'custom_sites.site_id')
    .select('custom_sites.site_id')
    .where('domains.host', '=', host)
    .where('custom_sites.started_by', '=', actor.userId)
    .where('custom_sites.certified_at', 'is', null)
    .executeTakeFirst();
  return row?.site_id ?? null;
}

function looksOf({ emailSender, supportEmail, colour }: { emailSender: string; supportEmail: string; colour: string }) {
  return { email_sender: emailSender, support_email: supportEmail, colour };
}

type NewSite = ReturnType<typeof looksOf> & {
  name: string;
  product: string;
  brand: string;
  host: string;
  url: string | null;
};

async function addSite(work: Work, site: NewSite, actor: Actor): Promise<number> {
  const id = await createSite(work, site);
  await work.db.insertInto('custom_sites').values({ site_id: id, started_by: actor.userId }).execute();
  return id;
}
