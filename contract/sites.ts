import { z } from 'zod';
import { DomainId } from './kernel/ids.ts';
import { route } from './kernel/route.ts';

/**
 * The settings of a site that a page needs. The server writes them into the page, so that they are available at first
 * paint.
 */
export const Site = z.object({
  id: DomainId,
  name: z.string(),
  product: z.string(),
  brand: z.string(),
  support_email: z.string(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  logo: z.string().nullable(),
  admin_host: z.string(),
  /** The sales rep that a center's link for referral centers names. */
  default_rhc_srid: z.number().int().positive(),
  version: z.string(),
  demo: z.boolean(),
});
export type Site = z.infer<typeof Site>;

export const readSite = route({
  method: 'GET',
  path: '/site.json',
  summary: 'Name, colour and logo of the site this host serves',
  access: 'public',
  answer: Site,
});

export const DomainOption = z.object({ value: DomainId, label: z.string(), name: z.string() });
export type DomainOption = z.infer<typeof DomainOption>;

export const listDomains = route({
  method: 'GET',
  path: '/domain/list/',
  summary: 'The sites an administrator may choose from',
  access: 'sites.list',
  answer: z.array(DomainOption),
});
