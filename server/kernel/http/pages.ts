import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendError } from './errors.ts';
import { type FirstVisits, firstVisitAdder, noFirstVisits, readFirstVisits, scriptHashes } from './first-visits.ts';
import { codeReaderPolicy, contentSecurityPolicy, type OutsideParties, pagePermissions } from './headers.ts';
import { refuse } from './refuse.ts';

/** Paths for programs: an unknown one answers 404 instead of the page. The style guide is a page. */
const FOR_PROGRAMS =
  /^\/(?!dev\/kit(?:\/|$))(api|auth|domain|esign|media|data-sources|dev|assets|sandbox-gateway)(\/|$)/;

/** The script of the worker that reads codes, as Vite names it, and its compressed files. */
const CODE_READER = /[\\/]assets[\\/]code-reader\.worker-[\w-]+\.js(?:\.(?:br|gz))?$/;

export type Pages = {
  readonly version: string;
  readonly html: string;
  readonly root: string;
  /** Left out where no page is served. */
  readonly firstVisits?: FirstVisits;
};

export async function readPages(root: string): Promise<Pages> {
  const html = await readFile(join(root, 'index.html'), 'utf8');
  const version = createHash('sha256').update(html).digest('hex').slice(0, 12);
  return { root, html, version, firstVisits: await readFirstVisits(root) };
}

/** Serves the browser application: its files, and its page for every path of a screen. */
export async function addPages(
  app: FastifyInstance,
  pages: Pages,
  siteOf: (request: FastifyRequest) => object,
  outside: OutsideParties = {},
): Promise<void> {
  const { firstVisits = noFirstVisits } = pages;
  const policy = contentSecurityPolicy(outside, scriptHashes(pages.html, firstVisits));
  const addFirstVisit = firstVisitAdder(firstVisits);
  await app.register(staticFiles, {
    root: pages.root,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Vite puts a content hash into the names of assets; the other files keep their names.
      const lasting = path.includes('/assets/') || path.includes('\\assets\\');
      reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (CODE_READER.test(path)) reply.header('content-security-policy', codeReaderPolicy);
    },
  });
  const sendPage = (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('permissions-policy', pagePermissions)
      .header('cache-control', 'no-cache')
      .send(addFirstVisit(pages.html, request.url).replace('<!--site-->', () => siteTag(siteOf(request))));

  app.get('/', sendPage);
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (request.method === 'GET' && request.site && !FOR_PROGRAMS.test(path)) return sendPage(request, reply);
    return sendError(refuse('not_found'), request, reply, app.log);
  });
}

function siteTag(site: object): string {
  return `<script type="application/json" id="site">${JSON.stringify(site).replace(/</g, '\\u003c')}</script>`;
}
