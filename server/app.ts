import { join, resolve } from 'node:path';
import { catalogue } from '@vialkeep/contract/catalogue.ts';
import type { FastifyInstance } from 'fastify';
import { uploadFolders } from './all-jobs.ts';
import { accessRecordsPolicy } from './capabilities/access-records/access-records.policy.ts';
import { accessRecordsHandlers } from './capabilities/access-records/access-records.routes.ts';
import { noteSecondFactorAsked } from './capabilities/accounts/index.ts';
import { apiKeysPolicy } from './capabilities/api-keys/api-keys.policy.ts';
import { apiKeysHandlers } from './capabilities/api-keys/api-keys.routes.ts';
import { keyScopeOf } from './capabilities/api-keys/key-scopes.ts';
import { auditPolicy } from './capabilities/audit/audit.policy.ts';
import { auditHandlers } from './capabilities/audit/audit.routes.ts';
import { benchPolicy } from './capabilities/bench/bench.policy.ts';
import { benchHandlers } from './capabilities/bench/bench.routes.ts';
import { cardsPolicy } from './capabilities/cards/cards.policy.ts';
import { cardsHandlers } from './capabilities/cards/cards.routes.ts';
import { centersPolicy } from './capabilities/centers/centers.policy.ts';
import { centersHandlers } from './capabilities/centers/centers.routes.ts';
import { checkoutPolicy } from './capabilities/checkout/checkout.policy.ts';
import { checkoutHandlers } from './capabilities/checkout/checkout.routes.ts';
import { commissionsPolicy } from './capabilities/commissions/commissions.policy.ts';
import { commissionsHandlers } from './capabilities/commissions/commissions.routes.ts';
import { couponsPolicy } from './capabilities/coupons/coupons.policy.ts';
import { couponsHandlers } from './capabilities/coupons/coupons.routes.ts';
import { custodyPolicy } from './capabilities/custody/custody.policy.ts';
import { custodyHandlers } from './capabilities/custody/custody.routes.ts';
import { customSitesPolicy } from './capabilities/custom-sites/custom-sites.policy.ts';
import { customSitesHandlers } from './capabilities/custom-sites/custom-sites.routes.ts';
import { certificateChallenges } from './capabilities/custom-sites/index.ts';
import { deviationsHandlers } from './capabilities/deviations/deviations.routes.ts';
import { documentsPolicy } from './capabilities/documents/documents.policy.ts';
import { documentsHandlers } from './capabilities/documents/documents.routes.ts';
import { emailChangesPolicy } from './capabilities/email-changes/email-changes.policy.ts';
import { emailChangesHandlers } from './capabilities/email-changes/email-changes.routes.ts';
import { factorsPolicy } from './capabilities/factors/factors.policy.ts';
import { factorsHandlers } from './capabilities/factors/factors.routes.ts';
import { identityPolicy } from './capabilities/identity/identity.policy.ts';
import { identityHandlers } from './capabilities/identity/identity.routes.ts';
import { sitePolicyPolicy } from './capabilities/identity-policy/identity-policy.policy.ts';
import { sitePolicyHandlers } from './capabilities/identity-policy/identity-policy.routes.ts';
import { importsPolicy } from './capabilities/imports/imports.policy.ts';
import { importsHandlers } from './capabilities/imports/imports.routes.ts';
import { inspectionsPolicy } from './capabilities/inspections/inspections.policy.ts';
import { inspectionsHandlers } from './capabilities/inspections/inspections.routes.ts';
import { intakePolicy } from './capabilities/intake/intake.policy.ts';
import { intakeHandlers } from './capabilities/intake/intake.routes.ts';
import { journalPolicy } from './capabilities/journal/journal.policy.ts';
import { journalHandlers } from './capabilities/journal/journal.routes.ts';
import { labPolicyPolicy } from './capabilities/lab-policy/lab-policy.policy.ts';
import { labPolicyHandlers } from './capabilities/lab-policy/lab-policy.routes.ts';
import { labelsPolicy } from './capabilities/labels/labels.policy.ts';
import { labelsHandlers } from './capabilities/labels/labels.routes.ts';
import { locationsPolicy } from './capabilities/locations/locations.policy.ts';
import { locationsHandlers } from './capabilities/locations/locations.routes.ts';
import { moneyOverviewPolicy } from './capabilities/money-overview/money-overview.policy.ts';
import { moneyOverviewHandlers } from './capabilities/money-overview/money-overview.routes.ts';
import { moneySettingsPolicy } from './capabilities/money-settings/money-settings.policy.ts';
import { moneySettingsHandlers } from './capabilities/money-settings/money-settings.routes.ts';
import { visibleTo } from './capabilities/network/index.ts';
import { networkPolicy } from './capabilities/network/network.policy.ts';
import { networkHandlers } from './capabilities/network/network.routes.ts';
import { ordersHandlers } from './capabilities/orders/orders.routes.ts';
import { patientsPolicy } from './capabilities/patients/patients.policy.ts';
import { patientsHandlers } from './capabilities/patients/patients.routes.ts';
import { payoutsPolicy } from './capabilities/payouts/payouts.policy.ts';
import { payoutsHandlers } from './capabilities/payouts/payouts.routes.ts';
import { privacyPolicy } from './capabilities/privacy/privacy.policy.ts';
import { privacyHandlers } from './capabilities/privacy/privacy.routes.ts';
import { productsPolicy } from './capabilities/products/products.policy.ts';
import { productsHandlers } from './capabilities/products/products.routes.ts';
import { profilePolicy } from './capabilities/profile/profile.policy.ts';
import { profileHandlers } from './capabilities/profile/profile.routes.ts';
import { reconciliationPolicy } from './capabilities/reconciliation/reconciliation.policy.ts';
import { reconciliationHandlers } from './capabilities/reconciliation/reconciliation.routes.ts';
import { refundsPolicy } from './capabilities/refunds/refunds.policy.ts';
import { refundsHandlers } from './capabilities/refunds/refunds.routes.ts';
import { releaseHandlers } from './capabilities/release/release.routes.ts';
import { resourcesPolicy } from './capabilities/resources/resources.policy.ts';
import { resourcesHandlers } from './capabilities/resources/resources.routes.ts';
import { salesTeamsPolicy } from './capabilities/sales-teams/sales-teams.policy.ts';
import { salesTeamsHandlers } from './capabilities/sales-teams/sales-teams.routes.ts';
import { sessionPolicy } from './capabilities/session/session.policy.ts';
import { sessionHandlers } from './capabilities/session/session.routes.ts';
import { signUpPolicy } from './capabilities/sign-up/sign-up.policy.ts';
import { signUpHandlers } from './capabilities/sign-up/sign-up.routes.ts';
import { builtinEsign } from './capabilities/signing/index.ts';
import { signingHandlers } from './capabilities/signing/signing.routes.ts';
import { presentSite } from './capabilities/sites/index.ts';
import { sitesPolicy } from './capabilities/sites/sites.policy.ts';
import { sitesHandlers } from './capabilities/sites/sites.routes.ts';
import { storageHandlers } from './capabilities/storage/storage.routes.ts';
import { storageBillingPolicy } from './capabilities/storage-billing/storage-billing.policy.ts';
import { storageBillingHandlers } from './capabilities/storage-billing/storage-billing.routes.ts';
import { transactionsPolicy } from './capabilities/transactions/transactions.policy.ts';
import { transactionsHandlers } from './capabilities/transactions/transactions.routes.ts';
import { usersPolicy } from './capabilities/users/users.policy.ts';
import { usersHandlers } from './capabilities/users/users.routes.ts';
import { vialsPolicy } from './capabilities/vials/vials.policy.ts';
import { vialsHandlers } from './capabilities/vials/vials.routes.ts';
import { waitingPolicy } from './capabilities/waiting/waiting.policy.ts';
import { waitingHandlers } from './capabilities/waiting/waiting.routes.ts';
import { webhooksPolicy } from './capabilities/webhooks/webhooks.policy.ts';
import { webhooksHandlers } from './capabilities/webhooks/webhooks.routes.ts';
import { openCarrier } from './integrations/carrier/open-carrier.ts';
import { openCertificates } from './integrations/certificates/open-certificates.ts';
import { openDns } from './integrations/dns/open-dns.ts';
import { BOLDSIGN_FRAMES, boldsignEsign } from './integrations/esign/boldsign/boldsign-esign.ts';
import { openFiles } from './integrations/files/open-files.ts';
import { openPayments } from './integrations/payments/open-payments.ts';
import { addSandboxGateway } from './integrations/payments/sandbox/sandbox-gateway.ts';
import { openSiteFolders } from './integrations/proxy/site-folders.ts';
import { openTimestamps } from './integrations/timestamps/open-timestamps.ts';
import { openWebhookCaller } from './integrations/webhooks/webhook-caller.ts';
import { noAccessRecords, openAccessRecords } from './kernel/access/access-records.ts';
import { openStore } from './kernel/db/db.ts';
import { openDomains } from './kernel/domains.ts';
import type { ProcessFigures } from './kernel/figures/figures.ts';
import type { FigureSources } from './kernel/figures/open-figures.ts';
import { openSpool } from './kernel/files/spool.ts';
import { openAdmission } from './kernel/http/admission/admission.ts';
import { refuseWhenFull } from './kernel/http/admission/refuse-when-full.ts';
import { bind } from './kernel/http/bind.ts';
import { addClientPackage } from './kernel/http/client-package.ts';
import type { Handler } from './kernel/http/handle.ts';
import type { OutsideParties } from './kernel/http/headers.ts';
import { addHealth } from './kernel/http/health.ts';
import { addApiDocs } from './kernel/http/openapi/api-docs.ts';
import { addOutboxPages } from './kernel/http/outbox-pages.ts';
import { addPages, type Pages } from './kernel/http/pages.ts';
import { newServer } from './kernel/http/server.ts';
import { resolveSite } from './kernel/http/site-of-request.ts';
import { newBackground } from './kernel/jobs/background.ts';
import { newPlaces } from './kernel/jobs/places.ts';
import { describeError } from './kernel/log.ts';
import { permissionsFrom } from './kernel/policy/policy.ts';
import { openRateLimits } from './kernel/rate-limits.ts';
import { openDataKey } from './kernel/secrets/data-key.ts';
import type { Services } from './kernel/services.ts';
import { openKeyUse } from './kernel/session/key-use.ts';
import type { Settings } from './kernel/settings/settings.ts';
import { openSealKey } from './pdf/seal/seal-key.ts';
import type { Esign } from './ports/esign.ts';

/** Every capability of the product. A new capability is added to these lists and to the contract's catalogue. */
export const handlers: readonly Handler[] = [
  ...sessionHandlers,
  ...identityHandlers,
  ...factorsHandlers,
  ...sitePolicyHandlers,
  ...profileHandlers,
  ...emailChangesHandlers,
  ...networkHandlers,
  ...usersHandlers,
  ...sitesHandlers,
  ...locationsHandlers,
  ...cardsHandlers,
  ...patientsHandlers,
  ...vialsHandlers,
  ...custodyHandlers,
  ...documentsHandlers,
  ...signingHandlers,
  ...centersHandlers,
  ...productsHandlers,
  ...couponsHandlers,
  ...checkoutHandlers,
  ...transactionsHandlers,
  ...labPolicyHandlers,
  ...benchHandlers,
  ...storageHandlers,
  ...ordersHandlers,
  ...deviationsHandlers,
  ...intakeHandlers,
  ...releaseHandlers,
  ...moneySettingsHandlers,
  ...refundsHandlers,
  ...reconciliationHandlers,
  ...moneyOverviewHandlers,
  ...storageBillingHandlers,
  ...journalHandlers,
  ...commissionsHandlers,
  ...payoutsHandlers,
  ...salesTeamsHandlers,
  ...labelsHandlers,
  ...resourcesHandlers,
  ...signUpHandlers,
  ...customSitesHandlers,
  ...waitingHandlers,
  ...auditHandlers,
  ...privacyHandlers,
  ...accessRecordsHandlers,
  ...inspectionsHandlers,
  ...apiKeysHandlers,
  ...webhooksHandlers,
  ...importsHandlers,
];

export const permissions = permissionsFrom(
  [
    sessionPolicy,
    identityPolicy,
    factorsPolicy,
    sitePolicyPolicy,
    profilePolicy,
    emailChangesPolicy,
    networkPolicy,
    usersPolicy,
    sitesPolicy,
    locationsPolicy,
    cardsPolicy,
    patientsPolicy,
    vialsPolicy,
    custodyPolicy,
    documentsPolicy,
    centersPolicy,
    productsPolicy,
    couponsPolicy,
    checkoutPolicy,
    transactionsPolicy,
    labPolicyPolicy,
    benchPolicy,
    intakePolicy,
    moneySettingsPolicy,
    refundsPolicy,
    reconciliationPolicy,
    moneyOverviewPolicy,
    storageBillingPolicy,
    journalPolicy,
    commissionsPolicy,
    payoutsPolicy,
    salesTeamsPolicy,
    labelsPolicy,
    resourcesPolicy,
    signUpPolicy,
    customSitesPolicy,
    waitingPolicy,
    auditPolicy,
    privacyPolicy,
    accessRecordsPolicy,
    inspectionsPolicy,
    apiKeysPolicy,
    webhooksPolicy,
    importsPolicy,
  ],
  visibleTo,
  keyScopeOf,
);

export type App = {
  readonly http: FastifyInstance;
  readonly services: Services;
  /** Null without METRICS_PORT. */
  readonly figures: ProcessFigures | null;
  close(): Promise<void>;
};

type AppOptions = Pick<Services, 'processes' | 'places'> & {
  /** Off only to measure what the records cost. */
  readonly recordsReading?: boolean;
};

const CLIENT_PACKAGE = resolve(import.meta.dirname, '../client/dist/vialkeep-client.tgz');

/** Platform and one site, with the default of DATABASE_LINES. */
const LEAST_PIPELINED = 8;

/** The composition root: builds every service and registers every capability, in the order of their dependencies. */
export async function buildApp(
  settings: Settings,
  runtimeUrl: string,
  pages: Pages,
  { processes, places, recordsReading = true }: AppOptions = { processes: 1, places: newPlaces() },
): Promise<App> {
  const http = await newServer(settings);
  const onError = (error: Error) => http.log.warn({ error: describeError(error) }, 'a database connection was lost');
  const dataKey = await openDataKey(settings);
  const store = openStore({
    url: runtimeUrl,
    size: settings.databasePool,
    waitMs: settings.databaseWaitMs,
    pipelined: settings.databaseLines,
    mostPipelined: Math.max(LEAST_PIPELINED, Math.min(32, Math.floor(64 / processes))),
    onError,
    dataKey,
  });
  const admission = openAdmission({ longestWaitMs: settings.admitWaitMs });
  const domains = openDomains(store, settings.baseUrl);
  const files = await openFiles(settings);
  const services: Services = {
    settings,
    store,
    accessRecords: recordsReading ? openAccessRecords({ store, log: http.log }) : noAccessRecords,
    keyUse: openKeyUse({ store, log: http.log }),
    beginGraceDays: (userId) =>
      store.unaudited('when a person was first asked for a second factor', (db) => noteSecondFactorAsked(db, userId)),
    dataKey,
    domains,
    permissions,
    limits: openRateLimits(store),
    places,
    processes,
    admission,
    spool: await openSpool(join(settings.dataDir, 'tmp')),
    files,
    uploadFolders,
    carrier: openCarrier(settings),
    esign: openEsign(settings, { store, files, domains }),
    payments: openPayments(settings, { url: runtimeUrl, onError, dataKey }),
    sealKey: await openSealKey(sealKeySource(settings)),
    timestamps: await openTimestamps(settings),
    dns: openDns(settings),
    siteFolders: openSiteFolders({ dataDir: settings.dataDir, upstream: upstreamOf(settings) }),
    certificates: openCertificates(settings, certificateChallenges(store)),
    webhooks: openWebhookCaller(settings),
    background: newBackground(http.log),
    log: http.log,
    version: pages.version,
  };

  const figures = await openFiguresIfRead({ settings, http, admission, store, version: pages.version });
  refuseWhenFull(http, admission);
  resolveSite(http, domains);
  addHealth(http, () => store.query('platform', 'select 1', []));
  for (const handler of handlers) bind(http, services, handler);
  addClientPackage(http, CLIENT_PACKAGE);
  if (settings.apiDocs) addApiDocs(http, catalogue, permissions, pages.version);
  if (settings.demo) addOutboxPages(http, services);
  if (settings.payments === 'sandbox') addSandboxGateway(http, services);
  await addPages(http, pages, (request) => presentSite(request.site, services), outsideParties(services));

  return {
    http,
    services,
    figures,
    async close() {
      figures?.close();
      await http.close();
      await services.background.stop();
      await services.accessRecords.drain();
      await services.keyUse.drain();
      await services.payments.close();
      await store.close();
    },
  };
}

/** What the pages reach besides the product: the frame of the signing provider, and the gateway that makes tokens. */
function outsideParties({ settings, payments: { tokeniser } }: Services): OutsideParties {
  return {
    frames: settings.esign === 'boldsign' ? BOLDSIGN_FRAMES : [],
    calls: tokeniser.gateway === 'authorizenet' ? [new URL(tokeniser.url).origin] : [],
  };
}

/** A server whose figures are not read loads none of the code that records them. */
async function openFiguresIfRead({
  settings,
  ...sources
}: FigureSources & { settings: Settings }): Promise<ProcessFigures | null> {
  if (settings.metricsPort === undefined) return null;
  const { openFigures } = await import('./kernel/figures/open-figures.ts');
  return openFigures(sources);
}

/** Chooses the signing provider; no other code knows which one it is. */
function openEsign(settings: Settings, services: Pick<Services, 'store' | 'files' | 'domains'>): Esign {
  if (settings.esign === 'builtin') return builtinEsign(services);
  const { boldsignApiKey: apiKey, boldsignUrl: url, boldsignWebhookSecrets: webhookSecrets } = settings;
  return boldsignEsign({ apiKey, url, webhookSecrets });
}

function sealKeySource({ dataDir, sealP12: file, sealP12Passphrase: passphrase }: Settings) {
  return { dataDir, product: 'Vialkeep', ...(file === '' ? {} : { given: { file, passphrase } }) };
}

/** The address at which a proxy on this machine reaches the server, whichever interface it listens on. */
function upstreamOf({ host, port, proxyUpstream }: Settings): string {
  if (proxyUpstream !== '') return proxyUpstream;
  const at = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `${at.includes(':') ? `[${at}]` : at}:${port}`;
}
