import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import type { FastifyInstance } from 'fastify';
import { describeAccess } from '../../policy/describe-access.ts';
import type { Permissions } from '../../policy/policy.ts';
import { escapeHtml, htmlPage } from '../html.ts';

/** Serves the contract as OpenAPI at /api/openapi.json and as a page at /api/docs. */
export function addApiDocs(
  app: FastifyInstance,
  catalogue: readonly NamedRoute[],
  permissions: Permissions,
  version: string,
): void {
  // Loaded and built at the first request: the document takes longer than all else that composes the server.
  let document: Promise<object> | undefined;
  const buildDocument = async () => {
    const { openApiDocument } = await import('./openapi-document.ts');
    return openApiDocument(catalogue, permissions, version);
  };
  app.get('/api/openapi.json', () => (document ??= buildDocument()));

  const rows = Map.groupBy(catalogue, ({ row }) => row);
  const body = () =>
    [...rows].map(
      ([row, calls]) => `<article><h2>${row}</h2>${calls.map(createRouteFormatter(permissions)).join('')}</article>`,
    );
  app.get('/api/docs', async (_request, reply) =>
    htmlPage(
      reply,
      'Calls',
      `<h1>Calls</h1><p class="quiet">The same as <a href="/api/openapi.json">OpenAPI 3.1</a>. A trailing slash may be left out.</p>${body().join('')}`,
    ),
  );
}

function createRouteFormatter(permissions: Permissions) {
  return ({ name, route }: NamedRoute): string => {
    const refusals = Object.entries(route.refusals).map(
      ([reason, { status, message }]) => `<li>${status} <code>${reason}</code>: ${escapeHtml(message)}</li>`,
    );
    return `<details><summary><code>${route.method} ${route.path}</code> ${escapeHtml(route.summary)}</summary>
      <p class="quiet">${name} · who may: ${escapeHtml(describeAccess(route, permissions))}</p>
      ${refusals.length > 0 ? `<ul>${refusals.join('')}</ul>` : ''}</details>`;
  };
}
