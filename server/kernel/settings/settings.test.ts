import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StartupProblem } from '../startup-problem.ts';
import { describeSettings, readSettings } from './settings.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'settings-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('Sources of settings', () => {
  test('without any setting everything has its default', () => {
    expect(readSettings({}, root)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: join(root, 'data'),
      databaseUrl: undefined,
      demo: true,
      production: false,
      baseUrl: 'http://localhost:3000',
      trustProxy: [],
      autoMigrate: true,
      metricsPort: undefined,
    });
  });

  test('the environment overrides the .env file, and the file overrides the default', () => {
    writeFileSync(join(root, '.env'), 'PORT=4000\nHOST="0.0.0.0"\n# LOG_LEVEL=debug\n');
    expect(readSettings({ PORT: '5000' }, root)).toMatchObject({ port: 5000, host: '0.0.0.0', logLevel: 'info' });
  });

  test('reading the .env file leaves the environment unchanged', () => {
    writeFileSync(join(root, '.env'), 'SUPPORT_EMAIL=help@clinic.test\n');
    const env = {};
    expect(readSettings(env, root).supportEmail).toBe('help@clinic.test');
    expect(env).toEqual({});
    expect(process.env).not.toHaveProperty('SUPPORT_EMAIL');
  });

  test('an empty value counts as absent', () => {
    writeFileSync(join(root, '.env'), 'PORT=4000\n');
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', HOST: '' }, root)).toMatchObject({
      port: 4000,
      databaseUrl: undefined,
      host: '127.0.0.1',
    });
  });
});

describe('Derived settings', () => {
  test('the demo network is off in production unless requested', () => {
    expect(readSettings({ NODE_ENV: 'production' }, root).demo).toBe(false);
    expect(readSettings({ NODE_ENV: 'production', DEMO: 'on' }, root).demo).toBe(true);
    expect(readSettings({ DEMO: 'false' }, root).demo).toBe(false);
  });

  test('the identity policy is the documented one with the demo network and strict without it, unless set', () => {
    const policyOf = (env: Record<string, string>) => readSettings(env, root).identityPolicy;
    expect(policyOf({})).toBe('documented');
    expect(policyOf({ NODE_ENV: 'production' })).toBe('strict');
    expect(policyOf({ NODE_ENV: 'production', DEMO: 'yes' })).toBe('documented');
    expect(policyOf({ DEMO: 'off' })).toBe('strict');
    expect(policyOf({ IDENTITY_POLICY: 'strict' })).toBe('strict');
    expect(policyOf({ NODE_ENV: 'production', IDENTITY_POLICY: 'documented' })).toBe('documented');
  });

  test('the base address follows the port and loses its trailing slash', () => {
    expect(readSettings({ PORT: '8080' }, root).baseUrl).toBe('http://localhost:8080');
    expect(readSettings({ BASE_URL: 'https://bank.example/' }, root).baseUrl).toBe('https://bank.example');
  });
});

describe('Refused settings', () => {
  test.each([
    ['PORT', 'http', 'must be a whole number from 0 to 65535, not “http”'],
    ['PORT', '70000', 'must be a whole number from 0 to 65535, not “70000”'],
    ['METRICS_PORT', '0', 'must be a whole number from 1 to 65535, not “0”'],
    ['METRICS_PORT', 'on', 'must be a whole number from 1 to 65535, not “on”'],
    ['METRICS_PORT', '3000', 'must differ from PORT'],
    ['DEMO', 'constructor', 'must be on or off, not “constructor”'],
    ['LOG_LEVEL', 'loud', 'must be one of trace, debug, info, warn, error, fatal, silent, not “loud”'],
    ['IDENTITY_POLICY', 'lax', 'must be one of documented, strict, not “lax”'],
    ['BASE_URL', 'bank.example', 'must be an address that begins with http:// or https://'],
    ['SUPPORT_EMAIL', 'help', 'must be an e-mail address'],
    ['TRUST_PROXY', '10.0.0.0/8, proxy', 'must be a list of IP addresses or ranges with commas between'],
    ['TRUST_PROXY', '10.0.0.0/64', 'must be a list of IP addresses or ranges with commas between'],
    ['SMTP_URL', 'mail.example', 'must be an address that begins with smtp:// or smtps://'],
  ])('%s=%s is refused by name and in a sentence', (name, value, rule) => {
    expect(() => readSettings({ [name]: value }, root)).toThrow(new StartupProblem(`The setting ${name} ${rule}.`));
  });

  test('a wrong address is not repeated, because it may contain a password', () => {
    expect(() => readSettings({ DATABASE_URL: 'mysql://bank:s3cret@db/x' }, root)).toThrow(
      new StartupProblem('The setting DATABASE_URL must be an address that begins with postgres:// or postgresql://.'),
    );
  });

  test('several wrong settings are all named at once', () => {
    expect(() => readSettings({ PORT: 'x', SESSION_DAYS: '0' }, root)).toThrow(/PORT.*\n.*SESSION_DAYS/);
  });
});

test('a PostgreSQL address can omit the host when it names a socket', () => {
  const url = 'postgresql://bank@/vialkeep?host=/run/postgresql';
  expect(readSettings({ DATABASE_URL: url }, root).databaseUrl).toBe(url);
});

test('every setting is described, each under its own name', () => {
  const described = describeSettings();
  expect(new Set(described.map(({ name }) => name)).size).toBe(described.length);
  expect(described.filter(({ explanation }) => !explanation.endsWith('.'))).toEqual([]);
});
