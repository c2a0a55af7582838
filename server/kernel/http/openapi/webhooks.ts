import { EventBody, EventType } from '@vialkeep/contract/events.ts';
import { eventExample } from '@vialkeep/contract/examples/events.ts';
import type { Json, NamedShapes } from './named-shapes.ts';

const HEADERS = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature'];

/** The messages that endpoints receive, one for each type of event. */
export function describeWebhooks(shapes: NamedShapes): Json {
  const bodies = new Map(EventBody.options.map((body) => [body.shape.type.value, body]));
  return Object.fromEntries(
    EventType.options.map((type) => {
      const body = bodies.get(type);
      if (!body) throw new Error(`The event ${type} has no body.`);
      return [type, { post: describeMessage(type, shapes.describe(body, 'output')) }];
    }),
  );
}

function describeMessage(type: EventType, schema: Json): Json {
  return {
    operationId: `receive_${type.replaceAll('.', '_')}`,
    tags: ['webhooks'],
    summary: `The event ${type}`,
    security: [],
    parameters: HEADERS.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: eventExample(type) } },
    },
    responses: {
      '2XX': { description: 'Received. The body is not read.' },
      410: { description: 'The endpoint is gone: it is disabled.' },
    },
  };
}

export const webhookHeaders = {
  WebhookId: header('webhook-id', 'The id of the message, the same at each attempt.', 'evt_4107_9'),
  WebhookTimestamp: header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1772036400'),
  WebhookSignature: header(
    'webhook-signature',
    'One signature or more, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of the message.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
