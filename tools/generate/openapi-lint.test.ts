import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { permissions } from '../../server/app.ts';
import { openApiDocument } from '../../server/kernel/http/openapi/openapi-document.ts';
import { lintOpenApi } from '../harness/openapi/lint-openapi.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vialkeep-lint-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Json = { [key: string]: unknown };

async function lint(document: Json): Promise<string[]> {
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  return lintOpenApi(file, folder);
}

describe('The outside linter', () => {
  test('the linter finds nothing in the description of every call, key scope, refusal, example and webhook', async () => {
    expect(await lint(openApiDocument(catalogue, permissions, '1'))).toEqual([]);
  });

  test('the linter finds a wrong example, a dangling reference and a parameter that is missing', async () => {
    const document = openApiDocument(catalogue.slice(0, 3), permissions, '1');
    const [[path, methods] = ['', {}]] = Object.entries(document.paths as Record<string, Record<string, Json>>);
    const [method = ''] = Object.keys(methods);
    const content = { 'application/json': { schema: { type: 'integer' }, example: 'one' } };
    const dangling = { 'application/json': { schema: { $ref: '#/components/schemas/Nothing' } } };
    const responses = { 200: { description: '', content }, 400: { description: '', content: dangling } };
    const broken = { ...document, paths: { [`${path}{id}`]: { [method]: { ...methods[method], responses } } } };
    const found = (await lint(broken)).map((line) => line.slice(0, line.indexOf(':')));
    expect(found).toEqual(
      expect.arrayContaining(['no-invalid-media-type-examples', 'no-unresolved-refs', 'path-parameters-defined']),
    );
  });
});
