import { isIP } from 'node:net';
import type { Services } from '../services.ts';
import { StartupProblem } from '../startup-problem.ts';
import { type UnsafeName, unsafeNames } from './setting-shapes.ts';
import type { Settings } from './settings.ts';

/** One reason why the installation is not safe for real people, under the name by which it can be accepted. */
export type Unsafe = { readonly name: UnsafeName; readonly words: string };

/** Each setting can be intended; production must not start with one that was forgotten. */
type Judged = Pick<
  Settings,
  | 'payments'
  | 'authorizenetUrl'
  | 'authorizenetBrowserUrl'
  | 'cardNumbers'
  | 'baseUrl'
  | 'smtpUrl'
  | 'mailFrom'
  | 'supportEmail'
  | 'trustProxy'
  | 'demo'
  | 'production'
>;

/** Everything unsafe about an installation in production, accepted or not. Empty outside production. */
export function listUnsafe(settings: Judged, hasDemoNetwork: boolean): readonly Unsafe[] {
  if (!settings.production) return [];
  const all: readonly (Unsafe & { readonly applies: boolean })[] = [
    {
      name: 'payments',
      words: 'PAYMENTS is sandbox: every card is approved and no money moves.',
      applies: settings.payments === 'sandbox',
    },
    {
      name: 'payments',
      words: 'AUTHORIZENET_URL is the test system of Authorize.Net: test cards are approved and no money moves.',
      applies: settings.payments === 'authorizenet' && isTestGateway(settings.authorizenetUrl),
    },
    {
      name: 'payments',
      words: 'AUTHORIZENET_BROWSER_URL is the test system of Authorize.Net: its tokens pay nothing.',
      applies: settings.payments === 'authorizenet' && isTestGateway(settings.authorizenetBrowserUrl),
    },
    {
      name: 'card-numbers',
      words: 'CARD_NUMBERS is accept: card numbers can pass through this server, which is a matter of SAQ D.',
      applies: settings.cardNumbers === 'accept',
    },
    {
      name: 'http',
      words: 'BASE_URL does not begin with https://: passwords and records travel in the open.',
      applies: !settings.baseUrl.startsWith('https://'),
    },
    {
      name: 'mail',
      words: 'SMTP_URL is not set: no letter leaves this machine.',
      applies: settings.smtpUrl === undefined,
    },
    {
      name: 'mail',
      words: 'MAIL_FROM is an address at .test, which no mail server delivers from.',
      applies: isAtTest(settings.mailFrom),
    },
    {
      name: 'mail',
      words: 'SUPPORT_EMAIL is an address at .test, which no mail server delivers to.',
      applies: isAtTest(settings.supportEmail),
    },
    {
      name: 'proxy',
      words:
        'TRUST_PROXY is not set: behind a proxy all visitors count as one address, and limits hold for all of them.',
      applies: settings.trustProxy.length === 0,
    },
    {
      name: 'proxy',
      words: 'TRUST_PROXY believes every address: a visitor can say to come from any network, and no limit holds.',
      applies: settings.trustProxy.some(isEverybody),
    },
    {
      name: 'demo',
      words: 'DEMO is on: the demo network’s password is known, and every letter can be read at /dev/outbox.',
      applies: settings.demo,
    },
    {
      name: 'demo',
      words: 'The database has the demo network, whose password is known.',
      applies: hasDemoNetwork,
    },
  ];
  return all.filter(({ applies }) => applies).map(({ name, words }) => ({ name, words }));
}

/** The unsafe settings that ACCEPT_UNSAFE names and this installation runs with, in words for people. */
export async function listAccepted(services: Pick<Services, 'settings' | 'store'>): Promise<readonly Unsafe[]> {
  const { settings } = services;
  const unsafe = listUnsafe(settings, await hasDemoMark(services));
  return unsafe.filter(({ name }) => settings.acceptUnsafe.includes(name));
}

export async function logAccepted(services: Pick<Services, 'settings' | 'store' | 'log'>): Promise<void> {
  for (const { name, words } of await listAccepted(services)) {
    services.log.warn({ accepted: name }, `Accepted although it is unsafe: ${words}`);
  }
}

/** Whether the demo network was ever loaded into this database. */
export async function hasDemoMark({ store }: Pick<Services, 'store'>): Promise<boolean> {
  const marked = await store.read('platform').selectFrom('installation').select('demo').executeTakeFirst();
  return marked?.demo === true;
}

type Starting = Judged & Pick<Settings, 'acceptUnsafe' | 'host' | 'demoByDefault'>;

/** Refuses to start, with all reasons in one message. `more` holds further problems. */
export function requireSafeStart(settings: Starting, hasDemoNetwork: boolean, more: readonly string[] = []): void {
  const refused = listUnsafe(settings, hasDemoNetwork).filter(({ name }) => !settings.acceptUnsafe.includes(name));
  const sentences = [...more, ...beyondThisMachine(settings, hasDemoNetwork)];
  if (refused.length > 0) {
    const names = unsafeNames.filter((name) => refused.some((unsafe) => unsafe.name === name));
    const accepted = unsafeNames.filter((name) => names.includes(name) || settings.acceptUnsafe.includes(name));
    sentences.push(
      'Production does not start with what is unsafe:',
      ...refused.map(({ name, words }) => `- ${name}: ${words}`),
      `Change it, or accept it by name with ACCEPT_UNSAFE=${accepted.join(',')}.`,
    );
  }
  if (sentences.length > 0) throw new StartupProblem(sentences.join('\n'));
}

/** The password of the demo network is public, so a demo that other machines can reach must be requested explicitly. */
function beyondThisMachine({ production, host, demo, demoByDefault }: Starting, hasDemoNetwork: boolean): string[] {
  if (production || isLoopbackBinding(host)) return [];
  if (demo && demoByDefault) {
    return [
      `HOST, ${host}, can be reached from other machines: set DEMO=on to show the demo network there, or DEMO=off.`,
    ];
  }
  if (!demo && hasDemoNetwork) {
    return [
      `HOST, ${host}, can be reached from other machines, and the database has the demo network: set DEMO=on to show it there.`,
    ];
  }
  return [];
}

function isTestGateway(address: string): boolean {
  return new URL(address).hostname.toLowerCase() === 'apitest.authorize.net';
}

/** Half of all addresses counts as all of them: two such ranges cover every address. */
function isEverybody(range: string): boolean {
  const [, bits] = range.split('/');
  return bits !== undefined && Number(bits) <= 1;
}

function isAtTest(mailbox: string): boolean {
  return /[@.]test\.?>?$/i.test(mailbox);
}

function isLoopbackBinding(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || host.toLowerCase() === 'localhost';
}
