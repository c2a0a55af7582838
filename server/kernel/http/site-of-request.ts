import type { FastifyInstance } from 'fastify';
import type { Domain, Domains } from '../domains.ts';
import { refuse } from './refuse.ts';

declare module 'fastify' {
  interface FastifyRequest {
    site: Domain;
  }
}

/** Health checks come from machines that know no host name. */
const WITHOUT_SITE = new Set(['/healthz', '/readyz']);

/**
 * Selects the site by the host and refuses unregistered hosts: links in emails and answers come from the table of
 * sites, never from the request.
 */
export function resolveSite(app: FastifyInstance, domains: Domains): void {
  app.decorateRequest('site');
  app.addHook('onRequest', (request, _reply, done) => {
    if (WITHOUT_SITE.has(request.url)) return done();
    const settle = (site: Domain | null) => {
      if (!site) return done(refuse('unknown_host'));
      request.site = site;
      done();
    };
    const known = domains.cachedByHost(request.host);
    if (known === undefined) domains.findByHost(request.host).then(settle, done);
    else settle(known);
  });
}
