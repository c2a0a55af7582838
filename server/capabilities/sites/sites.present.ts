import type { Site } from '@vialkeep/contract/sites.ts';
import type { Domain } from '../../kernel/domains.ts';
import type { Services } from '../../kernel/services.ts';

export function presentSite(domain: Domain, { settings, version }: Services): Site {
  return {
    id: domain.id,
    name: domain.name,
    product: domain.product,
    brand: domain.brand,
    support_email: domain.supportEmail,
    colour: domain.colour,
    logo: domain.logo,
    admin_host: settings.adminHost,
    default_rhc_srid: settings.defaultRhcSrid,
    version,
    demo: settings.demo,
  };
}
