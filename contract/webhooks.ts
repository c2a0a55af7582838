import { z } from 'zod';
import { EventBody, EventType } from './events.ts';
import {
  UserId,
  WebhookDeliveryId,
  WebhookDeliveryIdInPath,
  WebhookEndpointId,
  WebhookEndpointIdInPath,
} from './kernel/ids.ts';
import { pageOf, paging } from './kernel/paging.ts';
import { refusal } from './kernel/refusal.ts';
import { route } from './kernel/route.ts';
import { requiredText, text } from './kernel/text.ts';

export const WEBHOOKS_PER_PAGE = 50;
export const DELIVERIES_PER_PAGE = 20;
export const EVENTS_PER_PAGE = 100;
export const MOST_EVENTS_READ = 500;
/** Endpoints of one owner. */
export const MOST_WEBHOOKS = 20;
/** How long the former secret signs beside the new one. */
export const FORMER_SECRET_HOURS = 24;
/** Attempts of one delivery, until it is sent by hand. */
export const MOST_ATTEMPTS = 10;

/** `gone`: the receiver answered 410. `failing`: five days of failures only. */
export const WebhookState = z.enum(['enabled', 'disabled', 'gone', 'failing']);
export type WebhookState = z.infer<typeof WebhookState>;

/** A test goes to one endpoint only, whatever its types. */
export const ChosenEventType = EventType.exclude(['webhook.test']);
export type ChosenEventType = z.infer<typeof ChosenEventType>;

export const WebhookEndpoint = z.object({
  id: WebhookEndpointId,
  url: z.string(),
  description: z.string(),
  types: z.array(ChosenEventType),
  owner: z.object({ id: UserId, name: z.string() }),
  state: WebhookState,
  created_at: z.iso.datetime(),
  /** The first failure since the last success. */
  failing_since: z.iso.datetime().nullable(),
  /** Until when the former secret signs as well. */
  former_until: z.iso.datetime().nullable(),
  may: z.array(z.enum(['change', 'test', 'replace_secret', 'delete'])),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const DeliveryState = z.enum(['waiting', 'delivered', 'given_up']);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const WebhookAttempt = z.object({
  number: z.number().int(),
  at: z.iso.datetime(),
  /** Null where no answer came. */
  status: z.number().int().nullable(),
  /** Why no answer came, in a word. */
  fault: z.string().nullable(),
  took_ms: z.number().int(),
});

export const WebhookDelivery = z.object({
  id: WebhookDeliveryId,
  /** The same at every attempt. */
  webhook_id: z.string(),
  type: EventType,
  state: DeliveryState,
  created_at: z.iso.datetime(),
  next_at: z.iso.datetime().nullable(),
  /** The last attempts, newest first. */
  attempts: z.array(WebhookAttempt),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Url = requiredText('Address', 2_000);
const Types = z
  .array(ChosenEventType)
  .min(1, 'Choose at least one event.')
  .max(50)
  .transform((types) => [...new Set(types)]);
const Done = z.object({ success: z.literal(true) });
const ShownOnce = z.object({
  success: z.literal(true),
  id: WebhookEndpointId,
  /** Checks the signatures. It is not shown again. */
  secret: z.string(),
});
/** A time, or a day from its start (UTC). */
const Since = z.union(
  [z.iso.datetime({ offset: true }), z.iso.date()],
  'Must be a day such as 2027-03-31, or a time such as 2027-03-31T08:00:00Z.',
);
const AboutOne = { params: z.object({ id: WebhookEndpointIdInPath }) };

const urlRefused = { url_refused: refusal(400, 'Enter a public https address without a password or a fragment.') };
const disabled = { endpoint_disabled: refusal(409, 'Enable the endpoint first.') };

/** The accounts that an event is about, besides the clinics that take part. */
function peopleInEvent({ data }: EventBody): readonly UserId[] {
  if ('patient_ids' in data) return data.patient_ids;
  const person = 'patient_id' in data ? data.patient_id : 'user_id' in data ? data.user_id : null;
  return person === null ? [] : [person];
}

export const listWebhooks = route({
  method: 'GET',
  path: '/api/v1/webhooks/',
  summary: 'The webhook endpoints of the account; administrators see those of their sites',
  access: 'webhooks.manage',
  query: z.object(paging(WEBHOOKS_PER_PAGE)),
  answer: pageOf(WebhookEndpoint),
  reads: { what: 'list' },
});

export const createWebhook = route({
  method: 'POST',
  path: '/api/v1/webhooks/',
  summary: 'Make a webhook endpoint; its secret is shown once',
  access: 'webhooks.manage',
  inPerson: true,
  body: z.object({ url: Url, types: Types, description: text(200).default('') }),
  answer: ShownOnce,
  refusals: {
    ...urlRefused,
    too_many_webhooks: refusal(409, `You have ${MOST_WEBHOOKS} endpoints already. Delete one first.`),
  },
});

export const updateWebhook = route({
  method: 'PATCH',
  path: '/api/v1/webhooks/:id/',
  summary: 'Change a webhook endpoint, or disable and enable it',
  access: 'webhooks.manage',
  ...AboutOne,
  body: z.object({
    url: Url.optional(),
    types: Types.optional(),
    description: text(200).optional(),
    enabled: z.boolean().optional(),
  }),
  answer: Done,
  refusals: urlRefused,
});

export const deleteWebhook = route({
  method: 'DELETE',
  path: '/api/v1/webhooks/:id/',
  summary: 'Delete a webhook endpoint with its deliveries',
  access: 'webhooks.manage',
  ...AboutOne,
  answer: Done,
});

export const testWebhook = route({
  method: 'POST',
  path: '/api/v1/webhooks/:id/test/',
  summary: 'Send a test event to an endpoint',
  access: 'webhooks.manage',
  ...AboutOne,
  answer: Done,
  refusals: disabled,
});

export const replaceWebhookSecret = route({
  method: 'POST',
  path: '/api/v1/webhooks/:id/replace-secret/',
  summary: 'Make a new secret; the former one signs beside it for 24 hours',
  access: 'webhooks.manage',
  inPerson: true,
  ...AboutOne,
  answer: ShownOnce,
});

export const listDeliveries = route({
  method: 'GET',
  path: '/api/v1/webhooks/:id/deliveries/',
  summary: 'What was sent to an endpoint in 30 days, with every attempt',
  access: 'webhooks.manage',
  ...AboutOne,
  query: z.object(paging(DELIVERIES_PER_PAGE)),
  answer: pageOf(WebhookDelivery),
});

export const resendDelivery = route({
  method: 'POST',
  path: '/api/v1/webhooks/:id/deliveries/:deliveryId/resend/',
  summary: 'Send one delivery again',
  access: 'webhooks.manage',
  params: z.object({ id: WebhookEndpointIdInPath, deliveryId: WebhookDeliveryIdInPath }),
  answer: Done,
  refusals: disabled,
});

export const resendSince = route({
  method: 'POST',
  path: '/api/v1/webhooks/:id/resend/',
  summary: 'Send what did not arrive since a time, also what happened while the endpoint was disabled',
  access: 'webhooks.manage',
  ...AboutOne,
  body: z.object({ since: Since }),
  answer: Done,
  refusals: disabled,
});

export const listEvents = route({
  method: 'GET',
  path: '/api/v1/events/',
  summary: 'Events of the last 90 days that the caller may see, in their order',
  access: 'events.read',
  query: z.object({
    /** The `next` of the answer before. */
    after: z
      .string()
      .regex(/^\d{1,15}$/, 'Must be a number.')
      .transform(Number)
      .default(0),
    limit: paging(EVENTS_PER_PAGE, MOST_EVENTS_READ).limit,
  }),
  answer: z.object({
    results: z.array(z.object({ id: z.number().int(), event: EventBody })),
    /** Where to go on: the last event that was looked at, whether or not the caller may see it. */
    next: z.number().int(),
    /** Whether there are more events already. */
    more: z.boolean(),
  }),
  reads: { what: 'list', subjects: ({ results }) => results.flatMap(({ event }) => peopleInEvent(event)) },
});
