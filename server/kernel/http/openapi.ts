import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { commonRefusals, RefusalAnswer } from '@vialkeep/contract/kernel/refusal.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { z } from 'zod';
import { describeAccess } from '../policy/describe-access.ts';
import type { Permissions } from '../policy/policy.ts';

type Json = Record<string, unknown>;

/** The contract as OpenAPI 3.1: the same schemas that validate every request. */
export function openApiDocument(catalogue: readonly NamedRoute[], permissions: Permissions, version: string): Json {
  const paths: Record<string, Json> = {};
  for (const named of catalogue) {
    const path = named.route.path.replace(/:(\w+)/g, '{$1}');
    for (const method of named.route.alsoPost ? [named.route.method, 'POST'] : [named.route.method]) {
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation(named, method, permissions) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vialkeep',
      version,
      description: 'A trailing slash may be left out. Refusals all have one shape; `reason` is the word to branch on.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(catalogue.map(({ row }) => row))].map((name) => ({ name, description: `Calls of ${name}` })),
    paths,
    components: {
      schemas: { Refusal: schemaOf(RefusalAnswer, 'output') },
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: "The word 'token', a space, and the token of a login.",
        },
      },
    },
  };
}

function operation({ name, row, route }: NamedRoute, method: string, permissions: Permissions): Json {
  return {
    operationId: method === route.method ? name : `${name}ByPost`,
    tags: [row],
    summary: route.summary,
    description: `Who may: ${describeAccess(route, permissions)}.`,
    ...(route.access === 'public' ? { security: [] } : { security: [{ token: [] }] }),
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...requestBody(route, method),
    responses: responsesOf(route),
  };
}

function parametersOf(schema: z.ZodType, place: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, parameter]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: parameter,
  }));
}

function requestBody(route: Route, method: string): Json {
  if (method === 'GET' || (method === 'DELETE' && !route.upload)) return {};
  const schema = schemaOf(route.body, 'input');
  if (!route.upload) {
    const isEmpty = Object.keys((schema.properties as Json | undefined) ?? {}).length === 0 && !schema.anyOf;
    return isEmpty ? {} : { requestBody: { required: true, content: { 'application/json': { schema } } } };
  }
  const { field = 'file' } = route.upload;
  const file = { type: 'string', contentMediaType: 'application/octet-stream' };
  return {
    requestBody: {
      required: true,
      content: {
        'multipart/form-data': {
          schema: { ...schema, properties: { [field]: file, ...(schema.properties as Json) }, required: [field] },
        },
      },
    },
  };
}

function responsesOf(route: Route): Json {
  const success = route.answersFile
    ? { description: 'The file', content: { 'application/octet-stream': {} } }
    : { description: 'Success', content: { 'application/json': { schema: schemaOf(route.answer, 'output') } } };
  const reasons = new Map<number, string[]>();
  const add = (status: number, reason: string) => reasons.set(status, [...(reasons.get(status) ?? []), reason]);
  for (const [reason, { status }] of Object.entries(route.refusals)) add(status, reason);
  for (const [reason, { status }] of Object.entries(commonRefusals)) {
    if (route.access !== 'public' || (status !== 401 && status !== 403)) add(status, reason);
  }
  const refusals = [...reasons].toSorted(([a], [b]) => a - b);
  return {
    200: success,
    ...Object.fromEntries(
      refusals.map(([status, words]) => [
        status,
        {
          description: words.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      ]),
    ),
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' });
  return json;
}
