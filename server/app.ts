import { catalogue } from '@vialkeep/contract/catalogue.ts';
import type { FastifyInstance } from 'fastify';
import { centersPolicy } from './capabilities/centers/centers.policy.ts';
import { centersHandlers } from './capabilities/centers/centers.routes.ts';
import { custodyPolicy } from './capabilities/custody/custody.policy.ts';
import { custodyHandlers } from './capabilities/custody/custody.routes.ts';
import { locationsPolicy } from './capabilities/locations/locations.policy.ts';
import { locationsHandlers } from './capabilities/locations/locations.routes.ts';
import { networkPolicy } from './capabilities/network/network.policy.ts';
import { networkHandlers } from './capabilities/network/network.routes.ts';
import { patientsPolicy } from './capabilities/patients/patients.policy.ts';
import { patientsHandlers } from './capabilities/patients/patients.routes.ts';
import { profilePolicy } from './capabilities/profile/profile.policy.ts';
import { profileHandlers } from './capabilities/profile/profile.routes.ts';
import { sendOneTimePasswordJob } from './capabilities/session/index.ts';
import { sessionPolicy } from './capabilities/session/session.policy.ts';
import { sessionHandlers } from './capabilities/session/session.routes.ts';
import { presentSite } from './capabilities/sites/index.ts';
import { sitesPolicy } from './capabilities/sites/sites.policy.ts';
import { sitesHandlers } from './capabilities/sites/sites.routes.ts';
import { usersPolicy } from './capabilities/users/users.policy.ts';
import { usersHandlers } from './capabilities/users/users.routes.ts';
import { vialsPolicy } from './capabilities/vials/vials.policy.ts';
import { vialsHandlers } from './capabilities/vials/vials.routes.ts';
import { openFiles } from './integrations/files/open-files.ts';
import type { Mail } from './integrations/mail/mail.ts';
import { openStore } from './kernel/db/db.ts';
import { deliverLetter } from './kernel/deliver-letter.ts';
import { openDomains } from './kernel/domains.ts';
import { addApiDocs } from './kernel/http/api-docs.ts';
import { bind } from './kernel/http/bind.ts';
import type { Handler } from './kernel/http/handle.ts';
import { addHealth } from './kernel/http/health.ts';
import { addOutboxPages } from './kernel/http/outbox-pages.ts';
import { addPages, type Pages } from './kernel/http/pages.ts';
import { newServer } from './kernel/http/server.ts';
import { resolveSite } from './kernel/http/site-of-request.ts';
import type { Job } from './kernel/jobs.ts';
import { describeError } from './kernel/log.ts';
import { permissionsFrom } from './kernel/policy.ts';
import { openRateLimits } from './kernel/rate-limits.ts';
import type { Services } from './kernel/services.ts';
import type { Settings } from './kernel/settings.ts';
import { tidyUpJob } from './kernel/tidy-up.ts';

/** Every capability of the product. A new row is added to these lists and to the contract's catalogue. */
export const handlers: readonly Handler[] = [
  ...sessionHandlers,
  ...profileHandlers,
  ...networkHandlers,
  ...usersHandlers,
  ...sitesHandlers,
  ...locationsHandlers,
  ...patientsHandlers,
  ...vialsHandlers,
  ...custodyHandlers,
  ...centersHandlers,
];

export const permissions = permissionsFrom([
  sessionPolicy,
  profilePolicy,
  networkPolicy,
  usersPolicy,
  sitesPolicy,
  locationsPolicy,
  patientsPolicy,
  vialsPolicy,
  custodyPolicy,
  centersPolicy,
]);

export function jobsWith(mail: Mail): readonly Job[] {
  return [deliverLetter(mail), sendOneTimePasswordJob, tidyUpJob];
}

export type App = { readonly http: FastifyInstance; readonly services: Services; close(): Promise<void> };

/** The composition root: what is put together, in what order. */
export async function buildApp(settings: Settings, runtimeUrl: string, pages: Pages): Promise<App> {
  const http = await newServer(settings);
  const store = openStore({
    url: runtimeUrl,
    size: settings.databasePool,
    onError: (error) => http.log.warn({ error: describeError(error) }, 'a database connection was lost'),
  });
  const domains = openDomains(store, settings.baseUrl);
  const services: Services = {
    settings,
    store,
    domains,
    permissions,
    limits: openRateLimits(store),
    files: await openFiles(settings),
    log: http.log,
    version: pages.version,
  };

  resolveSite(http, domains);
  addHealth(http, () => store.query('platform', 'select 1', []));
  for (const handler of handlers) bind(http, services, handler);
  addApiDocs(http, catalogue, permissions, pages.version);
  if (settings.demo) addOutboxPages(http, store);
  await addPages(http, pages, (request) => presentSite(request.site, services));

  return {
    http,
    services,
    async close() {
      await http.close();
      await store.close();
    },
  };
}
