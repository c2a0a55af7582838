import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmbedded } from '../../integrations/database/embedded-database.ts';
import type { Database } from '../../ports/database.ts';
import { StartupProblem } from '../startup-problem.ts';
import { ensureRuntimeRole, RUNTIME_ROLE, withConnection } from './roles.ts';

const place = mkdtempSync(join(tmpdir(), 'roles-'));
let server: Database;
let dataDir: string;

// Over TCP, so that passwords are checked.
beforeAll(async () => {
  server = await openEmbedded({ dataDir: join(place, 'data'), durable: false, overTcp: true });
});
beforeEach(async () => {
  dataDir = mkdtempSync(join(place, 'server-'));
  await asOwner(`drop owned by ${RUNTIME_ROLE}`).catch(() => {});
  await asOwner(`drop role if exists ${RUNTIME_ROLE}`);
});
afterAll(async () => {
  await server.stop();
  rmSync(place, { recursive: true });
});

const asOwner = (sql: string) => withConnection(server.ownerUrl, (owner) => owner.query(sql));
const embedded = () => ({ dataDir, databaseUrl: undefined, databaseRuntimeUrl: undefined });
const outside = () => ({ dataDir, databaseUrl: server.ownerUrl, databaseRuntimeUrl: undefined });
const passwordFile = () => join(dataDir, 'runtime-password');

const whoIs = (url: string) =>
  withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string; rights: boolean }>(
      `select rolname as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit as rights
       from pg_roles where rolname = current_user`,
    );
    return rows[0];
  });

function loggedInAs(role: string, password: string): string {
  return Object.assign(new URL(server.ownerUrl), { username: role, password }).href;
}

test('the server gets a role without rights, and a password that only it can read', async () => {
  const url = await ensureRuntimeRole(server.ownerUrl, embedded());
  expect(await whoIs(url)).toEqual({ name: RUNTIME_ROLE, rights: false });
  expect(url).toContain(readFileSync(passwordFile(), 'utf8').trim());
  expect(statSync(passwordFile()).mode & 0o777).toBe(0o600);
});

test('a second start reuses the role and the password', async () => {
  const first = await ensureRuntimeRole(server.ownerUrl, outside());
  expect(await ensureRuntimeRole(server.ownerUrl, outside())).toBe(first);
});

test('databases on one PostgreSQL server share the role', async () => {
  await asOwner('create database neighbour');
  const neighbour = Object.assign(new URL(server.ownerUrl), { pathname: '/neighbour' }).href;
  await ensureRuntimeRole(server.ownerUrl, embedded());
  expect(await whoIs(await ensureRuntimeRole(neighbour, embedded()))).toMatchObject({ name: RUNTIME_ROLE });
});

test('the embedded database sets a new password when the file is lost', async () => {
  const first = await ensureRuntimeRole(server.ownerUrl, embedded());
  rmSync(passwordFile());
  const second = await ensureRuntimeRole(server.ownerUrl, embedded());
  expect(second).not.toBe(first);
  expect(await whoIs(second)).toMatchObject({ name: RUNTIME_ROLE });
});

test('the password of an external database is never changed, because another server may use it', async () => {
  const first = await ensureRuntimeRole(server.ownerUrl, outside());
  rmSync(passwordFile());
  await expect(ensureRuntimeRole(server.ownerUrl, outside())).rejects.toThrow(
    new StartupProblem(
      `The database has a role ${RUNTIME_ROLE} whose password is not the one in ${passwordFile()}; ` +
        'set DATABASE_RUNTIME_URL, or copy that file from the server that made the role.',
    ),
  );
  expect(await whoIs(first)).toMatchObject({ name: RUNTIME_ROLE });
});

test('an owner without the right to create roles gets instructions in the message', async () => {
  await asOwner("create role modest login password 'modest'");
  await expect(ensureRuntimeRole(loggedInAs('modest', 'modest'), outside())).rejects.toThrow(
    /^The user of DATABASE_URL may not create the role vialkeep_runtime; .* set DATABASE_RUNTIME_URL to log in as it\.$/,
  );
});

describe('Given runtime address', () => {
  const runtimeUrlFor = (databaseRuntimeUrl: string) =>
    ensureRuntimeRole(server.ownerUrl, { dataDir, databaseUrl: server.ownerUrl, databaseRuntimeUrl });

  beforeEach(async () => {
    await asOwner(`create role ${RUNTIME_ROLE} login password 'runtime'`);
  });

  test('a given runtime address is used unchanged', async () => {
    const url = loggedInAs(RUNTIME_ROLE, 'runtime');
    expect(await runtimeUrlFor(url)).toBe(url);
  });

  test('a given runtime address can name a member of the role', async () => {
    await asOwner(`create role clerk login password 'clerk' in role ${RUNTIME_ROLE}`);
    const url = loggedInAs('clerk', 'clerk');
    expect(await runtimeUrlFor(url)).toBe(url);
  });

  test('a role that bypasses row-level security is refused', async () => {
    await expect(runtimeUrlFor(server.ownerUrl)).rejects.toThrow(
      new StartupProblem(
        'The role “vialkeep_owner” of DATABASE_RUNTIME_URL is a superuser or bypasses row-level security, and must not.',
      ),
    );
  });

  test('a role that is not a member is refused', async () => {
    await asOwner("create role stranger login password 'stranger'");
    await expect(runtimeUrlFor(loggedInAs('stranger', 'stranger'))).rejects.toThrow(
      new StartupProblem(
        'The role “stranger” of DATABASE_RUNTIME_URL must be vialkeep_runtime or a member of it, because the tables are granted to that.',
      ),
    );
  });

  test('a wrong password is refused', async () => {
    await expect(runtimeUrlFor(loggedInAs(RUNTIME_ROLE, 'guess'))).rejects.toThrow(
      new StartupProblem(
        'The server cannot log in with DATABASE_RUNTIME_URL: password authentication failed for user "vialkeep_runtime".',
      ),
    );
  });
});
