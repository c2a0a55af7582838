import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../../app.ts';
import { newWorld, type World } from '../../../testing/world.ts';
import { keyScopeOfCall } from './operation.ts';

type Json = { [key: string]: unknown };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  security: Json[];
  parameters: { $ref?: string; name: string; in: string; required: boolean; schema: Json }[];
  'x-scopes'?: string[];
  requestBody?: { content: Json };
  responses: Record<string, { $ref?: string; description: string; content?: Record<string, Json> }>;
};
type Document = Json & { paths: Record<string, Record<string, Operation>> };

let world: World;
let document: Document;
let operations: Operation[];
beforeAll(async () => {
  world = await newWorld();
  document = (await world.raw({ url: '/api/openapi.json', headers: { host: 'localhost' } })).json();
  operations = Object.values(document.paths).flatMap((path) => Object.values(path));
});
afterAll(() => world.close());

const written = (path: string) => path.replace(/:(\w+)/g, '{$1}');

describe('OpenAPI document', () => {
  test('the document is valid OpenAPI 3.1 in its parts', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Vialkeep', version: expect.any(String), description: expect.any(String) },
      components: {
        schemas: { Refusal: { type: 'object' }, VialEntry: { type: 'object' } },
        securitySchemes: { token: { type: 'apiKey' }, apiKey: { type: 'http', scheme: 'bearer' } },
      },
    });
  });

  test('the document has every call of the catalogue and no other, each under a unique name', () => {
    const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const expected = catalogue.flatMap(({ route }) =>
      (route.alsoPost ? [route.method, 'POST'] : [route.method]).map((method) => `${method} ${written(route.path)}`),
    );
    expect(calls.toSorted()).toEqual(expected.toSorted());
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  test('the document has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? '');
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\//);
      const target = reference
        .slice(2)
        .split('/')
        .reduce<unknown>((part, key) => (part as Json | undefined)?.[key], document);
      expect(target, reference).toBeDefined();
    }
  });

  test('the document declares every part of a path as a parameter, and no other', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { operationId, parameters } of Object.values(methods)) {
        const named = parameters.filter((parameter) => parameter.in === 'path');
        expect(
          named.map(({ name }) => name),
          operationId,
        ).toEqual(inPath);
        expect(
          named.every(({ required, schema }) => required && schema.type !== 'object'),
          operationId,
        ).toBe(true);
      }
    }
  });

  test('the document states for each call who may call it, the refusals, and the successful answer', () => {
    for (const { operationId, description, responses, security, summary } of operations) {
      expect(summary, operationId).not.toBe('');
      expect(description, operationId).toMatch(/^Who may: .+\.$/);
      const refusals = [...(security.length > 0 ? ['401', '403'] : []), '400', '404', '500', '503'];
      expect(Object.keys(responses), operationId).toEqual(expect.arrayContaining(['200', ...refusals]));
      expect(responses['200']?.content, operationId).toBeDefined();
    }
    const login = operations.find(({ operationId }) => operationId === 'login');
    expect(login?.responses['400']?.description).toContain('- `wrong_credentials`: ');
    expect(Object.keys(login?.responses['400']?.content?.['application/json']?.examples ?? {})).toEqual(
      expect.arrayContaining(['wrong_credentials', 'account_inactive', 'invalid_input']),
    );
    expect(login?.security).toEqual([]);
  });

  test('the document describes a body for every call that takes one, and a file for an upload', () => {
    const withBody = operations.filter(({ requestBody }) => requestBody).map(({ operationId }) => operationId);
    expect(withBody).toEqual(expect.arrayContaining(['login', 'updateUser', 'updatePassword', 'loginAsUser']));
    const upload = operations.find(({ operationId }) => operationId === 'uploadHcLogo');
    expect(upload?.requestBody?.content).toMatchObject({
      'multipart/form-data': { schema: { properties: { file: { type: 'string' } }, required: ['file'] } },
    });
  });

  test('a call that a key can make names its scope, both ways to authenticate and, where it writes, Idempotency-Key', () => {
    const byKey = catalogue.filter(({ route }) => keyScopeOfCall(route, permissions) !== null);
    const scoped = operations.filter((operation) => operation['x-scopes']);
    expect(scoped.map(({ operationId }) => operationId).toSorted()).toEqual(byKey.map(({ name }) => name).toSorted());
    const addEntry = operations.find(({ operationId }) => operationId === 'addVialEntry');
    expect(addEntry).toMatchObject({ 'x-scopes': ['vials.write'], security: [{ token: [] }, { apiKey: [] }] });
    const writes = operations.filter(({ parameters }) =>
      parameters.some(({ $ref }) => $ref?.endsWith('IdempotencyKey')),
    );
    const expected = byKey.filter(({ route }) => ['POST', 'PUT', 'PATCH'].includes(route.method));
    expect(writes.map(({ operationId }) => operationId).toSorted()).toEqual(
      expected.map(({ name }) => name).toSorted(),
    );
    expect(operations.find(({ operationId }) => operationId === 'createApiKey')?.security).toEqual([{ token: [] }]);
  });

  test('a shape that several calls answer is described once, and a page of a list is described once', () => {
    const answerOf = (name: string) =>
      operations.find(({ operationId }) => operationId === name)?.responses['200']?.content?.['application/json']
        ?.schema;
    const entry = { $ref: '#/components/schemas/VialEntry' };
    expect(answerOf('editVialEntry')).toEqual(entry);
    expect(answerOf('addVialEntry')).toMatchObject({ properties: { data: entry } });
    const listed = operations.find(({ operationId }) => operationId === 'listUsers');
    expect(listed?.parameters).toContainEqual({ $ref: '#/components/parameters/Offset' });
  });

  test('the document contains no example of a person or a secret', () => {
    expect(JSON.stringify(document)).not.toMatch(/@vialkeep\.test|password_hash|argon2/);
  });
});

describe('API documentation page', () => {
  test('the page has no script and lists every call', async () => {
    const page = await world.raw({ url: '/api/docs', headers: { host: 'localhost' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).not.toContain('<script');
    for (const { route } of catalogue) expect(page.body).toContain(`<code>${route.method} ${route.path}</code>`);
  });
});
