import { z } from 'zod';
import { ApiKeyId, ApiKeyIdInPath, DomainId, UserId } from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { GivenPassword, requiredText } from './kernel/text.ts';
import { Plan } from './plans.ts';

export const API_KEYS_PER_PAGE = 50;
/** Keys of one owner that work at the same time; and as many replaced ones within their overlap. */
export const MOST_API_KEYS = 20;
export const LONGEST_OVERLAP_HOURS = 168;
export const API_KEY_LONGEST_YEARS = 2;

/** The plans whose accounts can have API keys and webhooks. */
export const keyHolders: readonly Plan[] = [
  Plan.lab,
  Plan.harvestCenter,
  Plan.referralCenter,
  Plan.admin,
  Plan.superAdmin,
];

/** What a key may be used for. The table of the actions of each is on the server. */
export const KeyScope = z.enum([
  'people.read',
  'patients.read',
  'patients.write',
  'vials.read',
  'vials.write',
  'documents.read',
  'transactions.read',
  'labels.read',
  'labels.write',
  'events.read',
  'imports.write',
]);
export type KeyScope = z.infer<typeof KeyScope>;

const Site = z.object({ id: DomainId, name: z.string() });

/** `replaced`: works until the end of the overlap. `ended`: expired, or replaced and past its overlap. */
export const ApiKeyState = z.enum(['active', 'replaced', 'revoked', 'ended']);
export type ApiKeyState = z.infer<typeof ApiKeyState>;

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  /** The key begins with it; the rest is not known to the server. */
  prefix: z.string(),
  scopes: z.array(KeyScope),
  domain: Site,
  owner: z.object({ id: UserId, name: z.string() }),
  state: ApiKeyState,
  created_at: z.iso.datetime(),
  expires_on: z.iso.date(),
  last_used_at: z.iso.datetime().nullable(),
  /** The network of the last call. */
  last_network: z.string().nullable(),
  /** When a replaced key ends. */
  dies_at: z.iso.datetime().nullable(),
  /** The last 30 days (UTC) on which the key was used. */
  days: z.array(z.object({ day: z.iso.date(), calls: z.number().int(), refused: z.number().int() })),
  may: z.array(z.enum(['replace', 'revoke'])),
});
export type ApiKey = z.infer<typeof ApiKey>;

const ShownOnce = z.object({
  success: z.literal(true),
  id: ApiKeyId,
  /** The whole key. It is not shown again. */
  secret: z.string(),
});

const wrongPassword = { wrong_password: refusal(400, 'This is not your current password.') };
const beyondRights = { scope_beyond_rights: refusal(400, 'You do not have the rights of this scope.') };
const keyEnded = { key_ended: refusal(409, 'This key has ended or was replaced.') };

export const listApiKeys = route({
  method: 'GET',
  path: '/api/v1/api-keys/',
  summary: 'The API keys of the account; administrators see those of their sites',
  access: 'api_keys.manage',
  query: z.object(paging(API_KEYS_PER_PAGE)),
  answer: pageOf(ApiKey).extend({
    /** The scopes and sites that the caller can give to a key. */
    scopes: z.array(KeyScope),
    domains: z.array(Site),
    calls_per_minute: z.number().int(),
  }),
  reads: { what: 'list' },
});

export const createApiKey = route({
  method: 'POST',
  path: '/api/v1/api-keys/',
  summary: 'Make an API key for one site; the key is shown once',
  access: 'api_keys.manage',
  inPerson: true,
  body: z.object({
    name: requiredText('Name', 100),
    scopes: z
      .array(KeyScope)
      .min(1, 'Choose at least one scope.')
      .max(20)
      .transform((scopes) => [...new Set(scopes)]),
    /** The last day; a year from today where it is left out, and two years at most. */
    expires_on: z.iso.date('Must be a day such as 2027-03-31.').optional(),
    /** The caller's own site where it is left out. */
    domain: DomainId.optional(),
    password_current: GivenPassword,
  }),
  answer: ShownOnce,
  refusals: {
    ...wrongPassword,
    ...beyondRights,
    unknown_domain: refusal(400, 'Choose a site that you administer.'),
    too_many_keys: refusal(409, `You have ${MOST_API_KEYS} keys already. Revoke one first.`),
  },
});

export const replaceApiKey = route({
  method: 'POST',
  path: '/api/v1/api-keys/:id/replace/',
  summary: 'Make a new key in place of one, which works on for the hours of overlap',
  access: 'api_keys.manage',
  inPerson: true,
  params: z.object({ id: ApiKeyIdInPath }),
  body: z.object({
    overlap_hours: z
      .number()
      .int('Must be a whole number.')
      .min(0, 'At least 0.')
      .max(LONGEST_OVERLAP_HOURS, `At most ${LONGEST_OVERLAP_HOURS}.`),
    password_current: GivenPassword,
  }),
  answer: ShownOnce,
  refusals: {
    ...wrongPassword,
    ...beyondRights,
    ...keyEnded,
    too_many_keys: refusal(
      409,
      `${MOST_API_KEYS} replaced keys still work. Revoke one, or let the old key end at once.`,
    ),
  },
});

export const revokeApiKey = route({
  method: 'DELETE',
  path: '/api/v1/api-keys/:id/',
  summary: 'End an API key at once',
  access: 'api_keys.manage',
  params: z.object({ id: ApiKeyIdInPath }),
  answer: z.object({ success: z.literal(true) }),
  refusals: keyEnded,
});
