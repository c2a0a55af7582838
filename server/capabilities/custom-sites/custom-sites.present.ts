import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import type { Services } from '../../kernel/services.ts';
import type { Registration } from './custom-sites.queries.ts';

export async function presentCustomSite(
  { domains, settings }: Pick<Services, 'domains' | 'settings'>,
  row: Registration,
): Promise<CustomSite> {
  const site = await domains.ofId(row.site_id);
  return {
    id: DomainId.parse(row.site_id),
    name: row.name,
    url: `https://${row.host}`,
    host: row.host,
    address: site.url,
    server_ip: settings.serverIps.join(', '),
    configured: row.configured_at !== null,
    admin_email: row.admin_email,
    folder_created: row.folder_at !== null,
    domain_file_created: row.domain_file_at !== null,
    up: row.up_at !== null,
    found: row.found,
    certified: row.certified_at !== null,
    certified_until: row.certified_until?.toISOString() ?? null,
  };
}
