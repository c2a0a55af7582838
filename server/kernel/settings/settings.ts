import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { DATA_KEY_FORMAT } from '../secrets/data-key-format.ts';
import { StartupProblem } from '../startup-problem.ts';
import { cardSettings } from './card-settings.ts';
import { identitySettings } from './identity-settings.ts';
import { importSettings } from './import-settings.ts';
import { limitSettings } from './limit-settings.ts';
import { type Setting, setting, type Values } from './setting.ts';
import {
  addresses,
  isNameServer,
  list,
  MOST_AUTOMATIC_WORKERS,
  mailbox,
  oneOf,
  onOff,
  unsafeList,
  unsafeNames,
  url,
  whole,
  word,
  workerCount,
} from './setting-shapes.ts';

const declared = {
  port: setting('PORT', '3000', 'Port the server listens on; 0 takes any free one.', whole(0, 65_535)),
  host: setting('HOST', '127.0.0.1', 'Address the server listens on; 0.0.0.0 for every one of the machine.', word()),
  dataDir: setting(
    'DATA_DIR',
    './data',
    'Folder of the embedded database and of uploaded files; a relative path starts at the project.',
    word(),
  ),
  dataKey: setting(
    'DATA_KEY',
    { text: 'a file in DATA_DIR/keys', from: () => '' },
    'Key that seals secrets and personal values in the database, 64 hexadecimal digits; the same for every server.',
    z.string().trim().toLowerCase().regex(DATA_KEY_FORMAT, 'must be 64 hexadecimal digits').optional(),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'PostgreSQL 15 or newer to use instead of the embedded one, as the role that owns the tables.',
    url('postgres:', 'postgresql:').optional(),
  ),
  databaseRuntimeUrl: setting(
    'DATABASE_RUNTIME_URL',
    '',
    'The same database as a role that owns nothing; needed where DATABASE_URL may not create roles.',
    url('postgres:', 'postgresql:').optional(),
  ),
  databasePool: setting(
    'DATABASE_POOL',
    '10',
    'Most connections that one pool of the server keeps, shared by its processes.',
    whole(1, 500),
  ),
  databaseWaitMs: setting(
    'DATABASE_WAIT_MS',
    '5000',
    'Milliseconds that a call waits at most for a connection to the database; then it is answered with 503.',
    whole(1, 600_000),
  ),
  databaseLines: setting(
    'DATABASE_LINES',
    '4',
    'Most pipelined connections of one process for the short reads of one site; most sites have them only while they are visited.',
    whole(1, 100),
  ),
  accessMonths: setting(
    'ACCESS_MONTHS',
    '24',
    'Months that records of reading stay in the database; then they are a file for each month, 72 months in all.',
    whole(1, 72),
  ),
  answers: setting(
    'ANSWERS',
    'picked',
    'How an answer is limited to what its contract declares: picked copies the declared keys, parsed also checks every value, at some cost.',
    oneOf('picked', 'parsed'),
  ),
  autoMigrate: setting('AUTO_MIGRATE', 'on', 'Bring the database to the schema of this version at start.', onOff()),
  production: setting(
    'NODE_ENV',
    'development',
    'development, test or production; production turns the demo network and the development pages off, and starts only with safe settings.',
    oneOf('development', 'test', 'production').transform((value) => value === 'production'),
  ),
  demo: setting(
    'DEMO',
    { text: 'on, off in production', from: ({ NODE_ENV }) => (NODE_ENV === 'production' ? 'off' : 'on') },
    'Load the demo network into an empty database and show the mail outbox at /dev/outbox; where HOST is not this machine alone, it must be set.',
    onOff(),
  ),
  acceptUnsafe: setting(
    'ACCEPT_UNSAFE',
    '',
    `What production starts with although it is unsafe, with commas: ${unsafeNames.join(', ')}.`,
    unsafeList(),
  ),
  apiDocs: setting(
    'API_DOCS',
    { text: 'on, off in production', from: ({ NODE_ENV }) => (NODE_ENV === 'production' ? 'off' : 'on') },
    'Describe every call at /api/docs and /api/openapi.json.',
    onOff(),
  ),
  baseUrl: setting(
    'BASE_URL',
    { text: 'http://localhost:PORT', from: ({ PORT }) => `http://localhost:${PORT || '3000'}` },
    'Address of the main site as people type it; links in mails begin with it.',
    url('http:', 'https:').transform((value) => value.replace(/\/+$/, '')),
  ),
  adminHost: setting(
    'ADMIN_HOST',
    '',
    'Host of the administration, where it differs from the address in use.',
    z.string().max(253, 'must be a host name').regex(/^\S*$/, 'must be a host name'),
  ),
  defaultRhcSrid: setting(
    'DEFAULT_RHC_SRID',
    '606',
    'User id of the sales rep in the link by which a center invites referral centers.',
    whole(1, 999_999_999),
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    '',
    'Addresses of the proxies in front, with commas; only their forwarded headers are believed.',
    addresses(),
  ),
  webhooksToPrivate: setting(
    'WEBHOOKS_TO_PRIVATE',
    'off',
    'Allows webhooks to http addresses and to hosts inside the own network; link-local addresses stay refused.',
    onOff(),
  ),
  proxyUpstream: setting(
    'PROXY_UPSTREAM',
    { text: 'HOST:PORT', from: () => '' },
    'Name of the upstream in nginx that custom sites are passed to, where several servers stand behind it.',
    z
      .string()
      .trim()
      .regex(/^[\w-]{0,60}$/, 'must be a name of letters, digits, - and _'),
  ),
  serverIps: setting(
    'SERVER_IP',
    { text: '127.0.0.1, none in production', from: ({ NODE_ENV }) => (NODE_ENV === 'production' ? '' : '127.0.0.1') },
    'Address that the names of custom sites must lead to; several with commas, IPv4 and IPv6.',
    addresses().refine(
      (parts) => parts.every((part) => isIP(part) !== 0),
      'must be a list of IP addresses, not of ranges',
    ),
  ),
  dnsServers: setting(
    'DNS_SERVERS',
    '',
    'Name servers to ask for those names, with commas, instead of the machine’s own: 9.9.9.9 or 127.0.0.1:5353.',
    list().refine((parts) => parts.every(isNameServer), 'must be a list of IP addresses, each with a port or without'),
  ),
  acmeDirectoryUrl: setting(
    'ACME_DIRECTORY_URL',
    '',
    'Certificate authority for custom sites, such as https://acme-v02.api.letsencrypt.org/directory; without it certificates come from an authority of the installation’s own.',
    url('https:', 'http:').optional(),
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server, smtp://user:password@host:587; without it mails stay in the outbox.',
    url('smtp:', 'smtps:').optional(),
  ),
  mailFrom: setting('MAIL_FROM', 'Vialkeep <no-reply@vialkeep.test>', 'Sender of every mail.', mailbox()),
  supportEmail: setting('SUPPORT_EMAIL', 'support@vialkeep.test', 'Where people are told to ask for help.', mailbox()),
  filesUrl: setting(
    'FILES_URL',
    '',
    'S3-compatible store, s3://key:secret@host:port/bucket; without it files lie in DATA_DIR.',
    url('s3:').optional(),
  ),
  esign: setting(
    'ESIGN',
    'builtin',
    'Who has documents signed: builtin, this product itself, or boldsign.',
    oneOf('builtin', 'boldsign'),
  ),
  boldsignApiKey: setting('BOLDSIGN_API_KEY', '', 'Key of the BoldSign account.', z.string().trim()),
  boldsignUrl: setting(
    'BOLDSIGN_URL',
    'https://api.boldsign.com',
    'Address of BoldSign in the region of the account.',
    url('http:', 'https:'),
  ),
  boldsignWebhookSecrets: setting(
    'BOLDSIGN_WEBHOOK_SECRETS',
    '',
    'Secret of the webhook at BoldSign; two with a comma between while one is replaced.',
    list(),
  ),
  sealP12: setting(
    'SEAL_P12',
    '',
    'P12 file of an RSA key with its certificate and that of its authority, to seal documents with instead of a key made here.',
    z.string().trim().max(1_000, 'is too long'),
  ),
  sealP12Passphrase: setting('SEAL_P12_PASSPHRASE', '', 'Passphrase of that file.', z.string()),
  tsaUrl: setting(
    'TSA_URL',
    '',
    'Time-stamp authority (RFC 3161) that stamps sealed documents and the heads of the chains; without it an authority of the installation’s own does.',
    url('http:', 'https:').optional(),
  ),
  tsaCa: setting(
    'TSA_CA',
    '',
    'File of the certificates, as PEM, that stamps of that authority must lead to; also those of earlier authorities.',
    z.string().trim().max(1_000, 'is too long'),
  ),
  tsaPolicy: setting(
    'TSA_POLICY',
    '',
    'Policy that the authority must stamp under, as an object identifier; without it any.',
    z
      .string()
      .trim()
      .regex(/^[0-2](?:\.\d{1,15}){1,30}$/, 'must be an object identifier like 1.3.6.1.4.1.1')
      .optional(),
  ),
  signingCalls: setting(
    'SIGNING_CALLS',
    '600',
    'Calls to the signing page that one network can make in ten minutes; a signature takes three.',
    whole(1, 1_000_000),
  ),
  payments: setting(
    'PAYMENTS',
    'sandbox',
    'Who takes the money: sandbox, which moves none, or authorizenet.',
    oneOf('sandbox', 'authorizenet'),
  ),
  paymentsPatienceSeconds: setting(
    'PAYMENTS_PATIENCE_SECONDS',
    '40',
    'Seconds to wait for the payment gateway before its answer counts as lost.',
    whole(1, 120),
  ),
  sandboxSlowSeconds: setting(
    'SANDBOX_SLOW_SECONDS',
    '60',
    'Seconds that the slow test card of the sandbox takes.',
    whole(0, 600),
  ),
  sandboxSettlesSeconds: setting(
    'SANDBOX_SETTLES_SECONDS',
    '900',
    'Seconds after which a charge of the sandbox has settled: from then on it is refunded and no longer voided.',
    whole(0, 86_400),
  ),
  authorizenetLogin: setting('AUTHORIZENET_LOGIN', '', 'API login id at Authorize.Net.', word().optional()),
  authorizenetKey: setting('AUTHORIZENET_KEY', '', 'Transaction key at Authorize.Net.', word().optional()),
  authorizenetUrl: setting(
    'AUTHORIZENET_URL',
    'https://api.authorize.net/xml/v1/request.api',
    'Address of its interface; its own test system is at https://apitest.authorize.net/xml/v1/request.api.',
    url('https:', 'http:'),
  ),
  ...cardSettings,
  carrier: setting(
    'CARRIER',
    'manual',
    'Who makes shipping labels: manual (an administrator uploads them) or fedex; by hand is possible either way.',
    oneOf('manual', 'fedex'),
  ),
  fedexClientId: setting('FEDEX_CLIENT_ID', '', 'API key of the FedEx project.', z.string().trim()),
  fedexClientSecret: setting('FEDEX_CLIENT_SECRET', '', 'Secret key of the FedEx project.', z.string().trim()),
  fedexAccount: setting('FEDEX_ACCOUNT', '', 'Number of the FedEx account that pays.', z.string().trim()),
  fedexUrl: setting(
    'FEDEX_URL',
    'https://apis.fedex.com',
    'Where FedEx is asked; https://apis-sandbox.fedex.com to try it.',
    url('http:', 'https:'),
  ),
  fedexService: setting(
    'FEDEX_SERVICE',
    'PRIORITY_OVERNIGHT',
    'FedEx service by which samples travel.',
    z
      .string()
      .trim()
      .regex(/^[A-Z0-9_]{1,60}$/, 'must be a word like PRIORITY_OVERNIGHT'),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'Least important kind of line to log: trace, debug, info, warn, error, fatal or silent.',
    oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
  ),
  logBufferMs: setting(
    'LOG_BUFFER_MS',
    '100',
    'Milliseconds that a log line waits at most to be written together with others; 0 writes each line at once.',
    whole(0, 10_000),
  ),
  metricsPort: setting(
    'METRICS_PORT',
    '',
    'Port on which this machine alone can read figures about the server, at /metrics; without it there are none.',
    whole(1, 65_535).optional(),
  ),
  ...limitSettings,
  ...importSettings,
  ...identitySettings,
  workerConcurrency: setting('WORKER_CONCURRENCY', '2', 'Background jobs that run at once.', whole(1, 100)),
  admitWaitMs: setting(
    'ADMIT_WAIT_MS',
    '250',
    'Milliseconds that a call waits at most before it is refused because the server is too busy; 0 refuses no call.',
    whole(0, 60_000),
  ),
  workers: setting(
    'WORKERS',
    'auto',
    `Processes that answer calls; auto is one for each core, at most ${MOST_AUTOMATIC_WORKERS}.`,
    workerCount(),
  ),
};

type Declared = typeof declared;

export type Settings = { readonly [Key in keyof Declared]: z.output<Declared[Key]['shape']> } & {
  /** True when DEMO is not set. */
  readonly demoByDefault: boolean;
};

/**
 * Reads the environment, then `.env` in the project's root, then the defaults. An empty value counts as absent. One
 * error names every wrong setting.
 */
export function readSettings(env: Values = process.env, root = resolve(import.meta.dirname, '../../..')): Settings {
  const values: Values = { ...omitBlankValues(readEnvFile(join(root, '.env'))), ...omitBlankValues(env) };
  const wrong: string[] = [];
  const settings: Record<string, unknown> = {};
  for (const [key, { name, default: fallback, shape }] of Object.entries<Setting<z.ZodType>>(declared)) {
    const value = values[name] ?? (typeof fallback === 'string' ? fallback : fallback.from(values));
    const parsed = shape.safeParse(value === '' && shape.safeParse(undefined).success ? undefined : value);
    if (parsed.success) settings[key] = parsed.data;
    // A derived default is wrong only because the setting that it follows is, which is already named.
    else if (name in values) wrong.push(`The setting ${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}.`);
  }
  if (settings.metricsPort !== undefined && settings.metricsPort === settings.port) {
    wrong.push('The setting METRICS_PORT must differ from PORT.');
  }
  if (wrong.length > 0) throw new StartupProblem(wrong.join('\n'));
  // @NOTE the loop parsed every key of `declared` with its own schema, which TypeScript cannot see.
  const complete = settings as Omit<Settings, 'demoByDefault'>;
  const { dataDir, sealP12, tsaCa } = complete;
  return {
    ...complete,
    dataDir: resolve(root, dataDir),
    sealP12: sealP12 === '' ? '' : resolve(root, sealP12),
    tsaCa: tsaCa === '' ? '' : resolve(root, tsaCa),
    demoByDefault: values.DEMO === undefined,
  };
}

/** Every setting for the generated documentation, in the order of this file. */
export function describeSettings(): { name: string; default: string; explanation: string }[] {
  return Object.values<Setting<z.ZodType>>(declared).map(({ name, default: fallback, explanation }) => ({
    name,
    default: typeof fallback === 'string' ? fallback : fallback.text,
    explanation,
  }));
}

function readEnvFile(path: string): Values {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw new StartupProblem(`The settings file ${path} cannot be read.`);
  }
}

function omitBlankValues(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value.trim() !== ''));
}
