import { z } from 'zod';
import { DomainId, DomainIdInPath, UserId } from './kernel/ids.ts';
import { refusal } from './kernel/refusal.ts';
import { route, UPLOAD_LIMIT_BYTES } from './kernel/route.ts';
import { SiteAddress } from './kernel/site-address.ts';
import { Email, NewPassword, PhoneNumber, requiredName, text } from './kernel/text.ts';

/** The progress of a registration. Each step is stored, so that the same or another administrator can continue it. */
export const CustomSite = z.object({
  id: DomainId,
  name: z.string(),
  /** The registered address: https:// and the host. */
  url: z.string(),
  host: z.string(),
  /** The address under which the site answers now; without its own certificate that may be this installation's port. */
  address: z.string(),
  /** The A record that the host must have; empty where the installation does not know its own address. */
  server_ip: z.string(),
  configured: z.boolean(),
  admin_email: z.string().nullable(),
  folder_created: z.boolean(),
  domain_file_created: z.boolean(),
  up: z.boolean(),
  /** The addresses that the last DNS lookup found for the host; null before the first lookup. */
  found: z.array(z.string()).nullable(),
  certified: z.boolean(),
  certified_until: z.string().nullable(),
});
export type CustomSite = z.infer<typeof CustomSite>;

export const listCustomSites = route({
  method: 'GET',
  path: '/domain/white-label/',
  summary: 'The custom sites that were registered, and how far each registration is',
  access: 'custom_sites.manage',
  answer: z.array(CustomSite),
});

/** On one line, because emails bear it as the name of their sender. */
export const SiteName = requiredName('Title/Name', 100).refine(
  (name) => !/[\p{Cc}\u2028\u2029]/u.test(name),
  'Enter the name on one line.',
);
export const SenderEmail = Email;

const CREATED = 'Domain created Succesfully!';
export const customSiteMessages = { created: CREATED, admin: 'Admin user created Succesfully!' } as const;

const done = z.object({ success: z.literal(true), message: z.string() });

/**
 * Registering the same host again returns the same registration, while it is unfinished and by the same administrator.
 */
export const createCustomSite = route({
  method: 'POST',
  path: '/domain/white-label/',
  summary: 'Begin the registration of a custom site',
  access: 'custom_sites.manage',
  stepUp: true,
  body: z.object({ name: SiteName, url: SiteAddress }),
  answer: z.object({ success: z.literal(true), id: DomainId, url: z.string(), message: z.string() }),
  refusals: {
    host_is_ours: refusal(400, 'This is the address of the main site.'),
    host_taken: refusal(400, 'This address already belongs to a site.'),
    host_not_public: refusal(400, 'This name cannot be reached from the internet.'),
  },
});

const DomainIdInForm = z
  .string('Domain is required.')
  .regex(/^[1-9]\d{0,8}$/, 'Must be a number.')
  .transform(Number)
  .pipe(DomainId);

export const Colour = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Enter a colour like #0b5c6b.');

/** The name, sender and one colour of a site; the other colours are derived from that one. */
export const configureCustomSite = route({
  method: 'POST',
  path: '/domain/white-label/config/',
  summary: 'Set the sender, the logo and the colour of a custom site that is being registered',
  access: 'custom_sites.manage',
  stepUp: true,
  // Documents and emails show the site's name where they cannot show the picture (W-14).
  upload: { types: ['png', 'jpeg', 'webp'], maxBytes: UPLOAD_LIMIT_BYTES, field: 'logo' },
  body: z.object({
    domain: DomainIdInForm,
    description: text(500).optional(),
    email_sender: SenderEmail,
    support_email: z
      .union([z.literal(''), Email])
      .optional()
      .transform((given) => given || null),
    colour: Colour.optional(),
  }),
  answer: done,
  refusals: {
    logo_unprintable: refusal(400, 'This picture cannot be printed. Choose one of at most 2,000 by 2,000 pixels.'),
  },
});

/** Always creates an administrator (7) of that one site, whatever subscription is sent (S-26). */
export const addCustomSiteAdmin = route({
  method: 'POST',
  path: '/domain/white-label/admin/',
  summary: 'Add the administrator of a custom site that is being registered',
  access: 'custom_sites.manage',
  stepUp: true,
  body: z.object({
    first_name: requiredName('First Name', 100),
    last_name: requiredName('Last Name', 100),
    email: Email,
    phone: PhoneNumber.optional(),
    password: NewPassword,
    domain: DomainId,
  }),
  answer: z.object({ success: z.literal(true), id: UserId, message: z.string() }),
  refusals: {
    email_in_use: refusal(400, 'This e-mail already has an account.'),
    has_admin: refusal(409, 'This site already has its administrator.'),
  },
});

const oneSite = z.object({ id: DomainIdInPath });
/** Documented clients send the administrator's id; the server takes the actor from the session (U-39). */
const byWhom = z.object({ user: z.union([z.number(), z.string().max(20)]).nullish() });

const stepsMissing = refusal(409, 'Please finish the earlier steps first.');
const cannotWrite = refusal(503, 'The files of this site cannot be written right now. Please try again.');

export const createFolder = route({
  method: 'POST',
  path: '/domain/server-config/:id/create_folder/',
  summary: 'Make the folder of a custom site on the server',
  access: 'custom_sites.manage',
  stepUp: true,
  params: oneSite,
  body: byWhom,
  answer: done,
  refusals: { cannot_write: cannotWrite },
});

export const createDomainFile = route({
  method: 'POST',
  path: '/domain/server-config/:id/create_domain_file/',
  summary: 'Write the reverse proxy’s configuration for a custom site',
  access: 'custom_sites.manage',
  stepUp: true,
  params: oneSite,
  body: byWhom,
  answer: done,
  refusals: { steps_missing: stepsMissing, cannot_write: cannotWrite },
});

/** Only resolves the host's addresses: the server never sends a request to the host itself. */
export const checkUp = route({
  method: 'POST',
  path: '/domain/server-config/:id/check_up/',
  summary: 'Look whether a custom site’s name leads to this server',
  access: 'custom_sites.manage',
  params: oneSite,
  body: byWhom,
  answer: z.object({
    success: z.boolean(),
    message: z.string(),
    found: z.array(z.string()),
    expected: z.string(),
  }),
  refusals: {
    no_server_ip: refusal(409, 'The address of this server is not set. Set SERVER_IP and try again.'),
    dns_unavailable: refusal(503, 'The name servers cannot be asked right now. Please try again.'),
  },
});

export const createSslFile = route({
  method: 'POST',
  path: '/domain/server-config/:id/create_ssl_file/',
  summary: 'Obtain the certificate of a custom site and switch its configuration to https',
  access: 'custom_sites.manage',
  stepUp: true,
  params: oneSite,
  body: byWhom,
  answer: done,
  refusals: {
    steps_missing: stepsMissing,
    cannot_write: cannotWrite,
    authority_unavailable: refusal(503, 'No certificate could be obtained right now. Please try again.'),
  },
});

export const readSiteLogo = route({
  method: 'GET',
  path: '/media/site-logos/:name',
  summary: 'A site’s logo',
  access: 'public',
  params: z.object({ name: text(100) }),
});

/** The file that a certificate authority fetches under the site's host name (RFC 8555 8.3). */
export const readCertificateChallenge = route({
  method: 'GET',
  path: '/.well-known/acme-challenge/:token',
  summary: 'The answer to a certificate authority that asks whether a name is ours',
  access: 'public',
  params: z.object({ token: z.string().regex(/^[\w-]{1,128}$/) }),
});
