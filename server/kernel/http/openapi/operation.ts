import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import type { Example } from '@vialkeep/contract/kernel/example.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type { z } from 'zod';
import { describeAccess } from '../../policy/describe-access.ts';
import type { Permissions } from '../../policy/policy.ts';
import type { Json, NamedShapes } from './named-shapes.ts';
import { refusalsOf } from './refusals.ts';

export type Described = {
  readonly named: NamedRoute;
  readonly method: string;
  readonly permissions: Permissions;
  readonly shapes: NamedShapes;
  readonly example: Example | undefined;
};

/** A call as an operation of OpenAPI. */
export function operationOf({ named, method, permissions, shapes, example }: Described): Json {
  const { name, row, route } = named;
  const scope = keyScopeOfCall(route, permissions);
  return {
    operationId: method === route.method ? name : `${name}ByPost`,
    tags: [row],
    summary: route.summary,
    description: `Who may: ${describeAccess(route, permissions)}.`,
    ...(scope === null ? {} : { 'x-scopes': [scope] }),
    security: route.access === 'public' ? [] : [{ token: [] }, ...(scope === null ? [] : [{ apiKey: [] }])],
    parameters: [
      ...parametersOf(shapes, route.params, 'path', example?.params),
      ...parametersOf(shapes, route.query, 'query', example?.query),
      ...(scope === null || method === 'GET' || method === 'DELETE' ? [] : [IDEMPOTENCY_KEY]),
    ],
    ...requestBody(shapes, route, method, example),
    responses: { 200: successOf(shapes, route, example), ...refusalsOf(route) },
  };
}

/** The scope that a key needs for a call; null where no key can make it. */
export function keyScopeOfCall(route: Route, permissions: Permissions): string | null {
  if (route.access === 'public' || route.inPerson || route.stepUp) return null;
  return permissions.keyScopeOf(route.access);
}

const RAW_BYTES = 'application/octet-stream';
const IDEMPOTENCY_KEY = { $ref: '#/components/parameters/IdempotencyKey' };

function parametersOf(shapes: NamedShapes, schema: z.ZodType, place: 'path' | 'query', example: unknown): Json[] {
  const { properties: sent = {}, required = [] } = shapes.describe(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const { properties: read = {} } = shapes.describe(schema, 'output') as { properties?: Record<string, Json> };
  const values = (example ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(sent).map(([name, text]) => {
    if (place === 'query' && name === 'offset') return { $ref: '#/components/parameters/Offset' };
    const parsed = read[name] ?? {};
    // In an address every value is text; what the server reads as a number is described as one.
    const described = text.type === 'string' && parsed.type === 'integer' ? parsed : text;
    const value = values[name];
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(name === 'limit' ? { description: 'The most that a page holds.' } : {}),
      schema: described,
      ...(value === undefined ? {} : { example: described.type === 'integer' ? Number(value) : value }),
    };
  });
}

function requestBody(shapes: NamedShapes, route: Route, method: string, example: Example | undefined): Json {
  if (method === 'GET' || (method === 'DELETE' && !route.upload)) return {};
  if (route.rawLimit !== null) {
    const schema = { type: 'string', contentMediaType: RAW_BYTES, maxLength: route.rawLimit };
    return { requestBody: { required: true, content: { [RAW_BYTES]: { schema } } } };
  }
  const schema = shapes.describe(route.body, 'input');
  const shown = example?.body === undefined ? {} : { example: example.body };
  if (!route.upload) {
    const isEmpty =
      !schema.$ref && !schema.anyOf && Object.keys((schema.properties as Json | undefined) ?? {}).length === 0;
    return isEmpty ? {} : { requestBody: { required: true, content: { 'application/json': { schema, ...shown } } } };
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

function successOf(shapes: NamedShapes, route: Route, example: Example | undefined): Json {
  if (route.answersFile) return { description: 'The file', content: { 'application/octet-stream': {} } };
  return {
    description: 'Success',
    content: {
      'application/json': {
        schema: shapes.describe(route.answer, 'output'),
        ...(example?.answer === undefined ? {} : { example: example.answer }),
      },
    },
  };
}
