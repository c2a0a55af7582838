import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAudit } from '@vialkeep/contract/audit.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { StartupProblem } from '../startup-problem.ts';
import { listAccepted, logAccepted, requireSafeStart } from './safe-start.ts';
import { type UnsafeName, unsafeNames } from './setting-shapes.ts';
import { readSettings } from './settings.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'safe-start-'));
});
afterAll(() => rmSync(root, { recursive: true }));

const safe = {
  NODE_ENV: 'production',
  PAYMENTS: 'authorizenet',
  AUTHORIZENET_LOGIN: 'bank',
  AUTHORIZENET_KEY: 'secret',
  BASE_URL: 'https://portal.example.org',
  SMTP_URL: 'smtp://mail.example.org',
  AUTHORIZENET_BROWSER_URL: 'https://api2.authorize.net/xml/v1/request.api',
  TRUST_PROXY: '127.0.0.1',
  MAIL_FROM: 'Vialkeep <no-reply@example.org>',
  SUPPORT_EMAIL: 'support@example.org',
};

type Fault = { readonly name: UnsafeName; readonly line: string; readonly env: Record<string, string> };

/** One for each condition that production refuses; the last one is in the database and not in the settings. */
const faults: readonly Fault[] = [
  { name: 'payments', line: '- payments: PAYMENTS is sandbox', env: { PAYMENTS: 'sandbox' } },
  { name: 'card-numbers', line: '- card-numbers: CARD_NUMBERS is accept', env: { CARD_NUMBERS: 'accept' } },
  { name: 'http', line: '- http: BASE_URL does not begin', env: { BASE_URL: 'http://portal.example.org' } },
  { name: 'mail', line: '- mail: SMTP_URL is not set', env: { SMTP_URL: '' } },
  { name: 'mail', line: '- mail: MAIL_FROM is an address at .test', env: { MAIL_FROM: 'Bank <a@bank.test>' } },
  { name: 'mail', line: '- mail: SUPPORT_EMAIL is an address at .test', env: { SUPPORT_EMAIL: 'help@Bank.TEST' } },
  { name: 'proxy', line: '- proxy: TRUST_PROXY is not set', env: { TRUST_PROXY: '' } },
  { name: 'demo', line: '- demo: DEMO is on', env: { DEMO: 'on' } },
  { name: 'demo', line: '- demo: The database has the demo network', env: {} },
];

/** Every subset of a list. */
function subsetsOf<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((sets, item) => [...sets, ...sets.map((set) => [...set, item])], [[]]);
}

function settingsWith(chosen: readonly Fault[], more: Record<string, string> = {}) {
  return readSettings({ ...safe, ...Object.assign({}, ...chosen.map(({ env }) => env)), ...more }, root);
}

const inDatabase = (chosen: readonly Fault[]) => chosen.some(({ line }) => line.includes('The database has'));

/** The reason why it does not start; null when it does. */
function refusalOf(start: () => void): string | null {
  try {
    start();
    return null;
  } catch (problem) {
    if (problem instanceof StartupProblem) return problem.message;
    throw problem;
  }
}

/** The lines of a refusal that name an unsafe setting. */
const namedIn = (message: string | null) => (message ?? '').split('\n').filter((line) => line.startsWith('- '));

describe('Start in production', () => {
  test('production starts with safe settings and a database without the demo network', () => {
    expect(() => requireSafeStart(settingsWith([]), false)).not.toThrow();
  });

  test.each([
    [
      'AUTHORIZENET_URL',
      'https://apitest.authorize.net/xml/v1/request.api',
      '- payments: AUTHORIZENET_URL is the test',
    ],
    ['AUTHORIZENET_URL', 'https://APITEST.authorize.net:443/x', '- payments: AUTHORIZENET_URL is the test'],
    [
      'AUTHORIZENET_BROWSER_URL',
      'https://apitest.authorize.net/xml/v1/request.api',
      '- payments: AUTHORIZENET_BROWSER_URL is the test',
    ],
    ['TRUST_PROXY', '0.0.0.0/0', '- proxy: TRUST_PROXY believes every address'],
    ['TRUST_PROXY', '127.0.0.1, ::/0', '- proxy: TRUST_PROXY believes every address'],
    ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1', '- proxy: TRUST_PROXY believes every address'],
  ])('production refuses %s=%s, which offers no protection, and accepts it by name', (name, value, line) => {
    const refused = namedIn(refusalOf(() => requireSafeStart(settingsWith([], { [name]: value }), false)));
    expect(refused).toEqual([expect.stringContaining(line)]);
    const accepted = { [name]: value, ACCEPT_UNSAFE: 'payments,proxy' };
    expect(() => requireSafeStart(settingsWith([], accepted), false)).not.toThrow();
  });

  test(`production refuses each of the ${2 ** faults.length - 1} combinations of unsafe settings, all named in one message`, () => {
    for (const chosen of subsetsOf(faults).filter(({ length }) => length > 0)) {
      const settings = settingsWith(chosen);
      const message = refusalOf(() => requireSafeStart(settings, inDatabase(chosen)));
      expect(namedIn(message)).toEqual(chosen.map(({ line }) => expect.stringContaining(line)));
      const names = [...new Set(chosen.map(({ name }) => name))];
      expect(message).toContain(`ACCEPT_UNSAFE=${names.join(',')}.`);
    }
  });

  test('production starts with every combination once each part is accepted by name, and names those that are not', () => {
    for (const chosen of subsetsOf(faults)) {
      const settings = settingsWith(chosen);
      for (const acceptUnsafe of subsetsOf(unsafeNames)) {
        const left = chosen.filter(({ name }) => !acceptUnsafe.includes(name));
        const message = refusalOf(() => requireSafeStart({ ...settings, acceptUnsafe }, inDatabase(chosen)));
        expect(message === null).toBe(left.length === 0);
        expect(namedIn(message)).toEqual(left.map(({ line }) => expect.stringContaining(line)));
      }
    }
  });

  test('production names an unreachable database together with the unsafe settings', () => {
    const message = refusalOf(() =>
      requireSafeStart(settingsWith(faults.slice(0, 1)), false, ['No PostgreSQL server answers.']),
    );
    expect(message).toMatch(/^No PostgreSQL server answers\.\nProduction does not start.*\n- payments: /);
  });

  test.each([
    ['no-reply@vialkeep.test', true],
    ['Vialkeep <no-reply@vialkeep.test>', true],
    ['a@test', true],
    ['a@bank.test.', true],
    ['a@testing.org', false],
    ['test@bank.org', false],
    ['Test <a.test@bank.org>', false],
    ['a@bank.test.org', false],
  ])('the sender %s counts as an address at .test: %s', (MAIL_FROM, isRefused) => {
    const message = refusalOf(() => requireSafeStart(settingsWith([], { MAIL_FROM }), false));
    expect(message?.includes('MAIL_FROM is an address at .test') ?? false).toBe(isRefused);
  });
});

test('pages send cards to the test system of Authorize.Net where the server charges there', () => {
  const AUTHORIZENET_URL = 'https://apitest.authorize.net/xml/v1/request.api';
  expect(readSettings({ AUTHORIZENET_URL }, root).authorizenetBrowserUrl).toBe(AUTHORIZENET_URL);
  expect(readSettings({}, root).authorizenetBrowserUrl).toBe('https://api2.authorize.net/xml/v1/request.api');
});

describe('ACCEPT_UNSAFE', () => {
  test.each(['everything', 'payments,htttp', 'Payments', 'payments;http', '*'])(
    'the value %s is refused',
    (ACCEPT_UNSAFE) => {
      expect(() => readSettings({ ACCEPT_UNSAFE }, root)).toThrow(
        /^The setting ACCEPT_UNSAFE must be a list of payments, card-numbers, http, mail, proxy, demo with commas between, and not of “/,
      );
    },
  );

  test('several names with blanks between are accepted', () => {
    expect(readSettings({ ACCEPT_UNSAFE: ' mail , demo,' }, root).acceptUnsafe).toEqual(['mail', 'demo']);
  });
});

describe('Start outside production', () => {
  test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost'])('nothing is refused on %s', (HOST) => {
    expect(() => requireSafeStart(readSettings({ HOST }, root), true)).not.toThrow();
  });

  test.each(['0.0.0.0', '::', '192.168.1.4', 'bank.example.org', '::ffff:127.0.0.1'])(
    'a demo at %s requires DEMO=on',
    (HOST) => {
      const message = refusalOf(() => requireSafeStart(readSettings({ HOST }, root), false));
      expect(message).toContain('set DEMO=on');
      expect(() => requireSafeStart(readSettings({ HOST, DEMO: 'on' }, root), true)).not.toThrow();
      expect(() => requireSafeStart(readSettings({ HOST, DEMO: 'off' }, root), false)).not.toThrow();
      expect(() => requireSafeStart(readSettings({ HOST, DEMO: 'off' }, root), true)).toThrow('set DEMO=on');
    },
  );

  test.each(['staging', 'Production', 'prod', 'production,test'])('NODE_ENV=%s is refused', (NODE_ENV) => {
    expect(() => readSettings({ NODE_ENV }, root)).toThrow(
      `The setting NODE_ENV must be one of development, test, production, not “${NODE_ENV}”.`,
    );
  });
});

describe('Accepted unsafe settings', () => {
  let world: World;
  beforeAll(async () => {
    world = await newWorld({
      ...safe,
      PAYMENTS: 'sandbox',
      SMTP_URL: '',
      ACCEPT_UNSAFE: 'payments,mail,demo,http',
      IDENTITY_POLICY: 'documented',
    });
  });
  afterAll(() => world.close());

  test('accepted unsafe settings are listed in words and logged, and safe ones are not', async () => {
    const accepted = await listAccepted(world.app.services);
    expect(accepted.map(({ name }) => name)).toEqual(['payments', 'mail', 'demo']);
    expect(accepted.at(-1)?.words).toBe('The database has the demo network, whose password is known.');
    const lines: unknown[] = [];
    const warn = (...line: unknown[]) => void lines.push(line);
    await logAccepted({ ...world.app.services, log: { ...world.app.services.log, warn } });
    expect(lines).toEqual(
      accepted.map(({ name, words }) => [{ accepted: name }, `Accepted although it is unsafe: ${words}`]),
    );
  });

  test('accepted unsafe settings are shown to the administrators of the main site only', async () => {
    const words = (await listAccepted(world.app.services)).map((accepted) => accepted.words);
    for (const account of ['admin', 'super']) {
      expect((await world.call(await world.as(account), listAudit)).accepted_unsafe, account).toEqual(words);
    }
    const north = await world.as('admin@north.test', 'north.localhost');
    expect((await world.call(north, listAudit)).accepted_unsafe).toEqual([]);
  });

  test('outside production no setting counts as accepted unsafe', async () => {
    const { settings, store } = world.app.services;
    expect(await listAccepted({ settings: { ...settings, production: false }, store })).toEqual([]);
  });
});
