import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { EventBody } from '@vialkeep/contract/events.ts';
import { examples } from '@vialkeep/contract/examples/all.ts';
import { RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { Permissions } from '../../policy/policy.ts';
import { namedShapes } from './exported-shapes.ts';
import { type Json, openNamedShapes } from './named-shapes.ts';
import { operationOf } from './operation.ts';
import { commonResponses } from './refusals.ts';
import { describeWebhooks, webhookHeaders } from './webhooks.ts';

const ABOUT = `A trailing slash may be left out. Refusals all have one shape; \`reason\` is the word to branch on.

**Pages.** A list with \`limit\` and \`offset\` answers \`{results, count}\`: the rows from \`offset\`, at most \`limit\` of
them, and how many there are in all. The next page begins at \`offset\` + the number of results; a page without results
is the end.

**API keys.** A call with \`x-scopes\` can be made with an API key that has this scope, where its owner may make it.

**Webhooks.** Each event is sent to the endpoints that chose it, by Standard Webhooks 1.0. Verify the signature over
\`{webhook-id}.{webhook-timestamp}.{body}\`, refuse messages older than five minutes, and answer any status from 200 to
299 within 20 seconds. A message can arrive more than once, with the same \`webhook-id\`.

**Limits.** A key has so many calls a minute; the headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and
\`RateLimit-Reset\` say how many are left. 429 and 503 say in \`Retry-After\` how many seconds to wait.`;

/** The contract as OpenAPI 3.1: the same schemas that validate every request. */
export function openApiDocument(calls: readonly NamedRoute[], permissions: Permissions, version: string): Json {
  const shapes = openNamedShapes(new Map([...namedShapes, ['Refusal', RefusalAnswer], ['WebhookEvent', EventBody]]));
  const paths: Record<string, Json> = {};
  for (const named of calls) {
    const { route } = named;
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    for (const method of route.alsoPost ? [route.method, 'POST'] : [route.method]) {
      const operation = operationOf({ named, method, permissions, shapes, example: examples.get(route) });
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  }
  const webhooks = describeWebhooks(shapes);
  shapes.describe(RefusalAnswer, 'output');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vialkeep',
      version,
      description: ABOUT,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set([...calls.map(({ row }) => row), 'webhooks'])].map((name) => ({
      name,
      description: `Calls of ${name}`,
    })),
    paths,
    webhooks,
    components: {
      schemas: shapes.components(),
      parameters: { ...parameters, ...webhookHeaders },
      headers,
      responses: commonResponses(),
      securitySchemes,
    },
  };
}

const parameters = {
  Offset: {
    name: 'offset',
    in: 'query',
    required: false,
    description: 'How many rows come before the page.',
    schema: { type: 'integer', minimum: 0, default: 0 },
    example: 0,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A text of at most 64 characters, chosen by the caller for this one write; only with an API key. The same call with the same text within 24 hours changes nothing and gets the answer of the first.',
    schema: { type: 'string', maxLength: 64 },
  },
};

const headers = {
  RetryAfter: { description: 'The seconds to wait before the call is made again.', schema: { type: 'integer' } },
};

const securitySchemes = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: "The word 'token', a space, and the token of a login.",
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'vk_…',
    description: 'An API key, made under Connections. `Authorization: token …` is accepted, too.',
  },
};
