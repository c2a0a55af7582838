import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withConnection } from '../../kernel/db/roles.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { Database } from '../../ports/database.ts';
import { openEmbedded } from './embedded-database.ts';
import { openDatabase } from './open-database.ts';
import { freePort } from './postmaster.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'outside-'));
let server: Database;
let at: string;

// Over TCP, where passwords are checked, the embedded PostgreSQL stands for an external one.
beforeAll(async () => {
  server = await openEmbedded({ dataDir, durable: false, overTcp: true });
  at = new URL(server.ownerUrl).host;
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true });
});

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir });

function changed(change: (url: URL) => void): string {
  const url = new URL(server.ownerUrl);
  change(url);
  return url.href;
}

test('a correct address is used unchanged, and closing leaves the database running', async () => {
  const database = await open(server.ownerUrl);
  expect(database.ownerUrl).toBe(server.ownerUrl);
  expect(database.where).toBe(`The data lies in the database “vialkeep” of the PostgreSQL server at ${at}.`);
  await database.stop();
  expect(await withConnection(server.ownerUrl, async () => 'still there')).toBe('still there');
});

describe('Wrong database addresses, each refused in one sentence without the password', () => {
  test('an address that cannot be parsed is refused', async () => {
    await expect(open('postgresql://bank:s3cret@db:port/x')).rejects.toThrow(
      new StartupProblem('DATABASE_URL cannot be read; it looks like postgresql://user:password@host:5432/database.'),
    );
  });

  test('an address where nothing listens is refused', async () => {
    const port = await freePort();
    await expect(open(`postgresql://bank:s3cret@127.0.0.1:${port}/x`)).rejects.toThrow(
      new StartupProblem(`No PostgreSQL server answers at 127.0.0.1:${port}, where DATABASE_URL points.`),
    );
  });

  test('an address with a missing socket is refused', async () => {
    await expect(open('postgresql://bank@localhost/x?host=/nowhere')).rejects.toThrow(
      new StartupProblem('No PostgreSQL server answers at /nowhere, where DATABASE_URL points.'),
    );
  });

  test('an address with a wrong password is refused', async () => {
    await expect(open(changed((url) => (url.password = 's3cret')))).rejects.toThrow(
      new StartupProblem(
        `The PostgreSQL server at ${at} refuses the user “vialkeep_owner” or the password in DATABASE_URL.`,
      ),
    );
  });

  test('an address without a password is refused', async () => {
    await expect(open(changed((url) => (url.password = '')))).rejects.toThrow(
      new StartupProblem(`The PostgreSQL server at ${at} asks for a password, and DATABASE_URL has none.`),
    );
  });

  test('an address of a missing database is refused', async () => {
    await expect(open(changed((url) => (url.pathname = '/elsewhere')))).rejects.toThrow(
      new StartupProblem(`The database “elsewhere” does not exist on the PostgreSQL server at ${at}.`),
    );
  });

  test('an address of a user without the right to create tables is refused', async () => {
    await withConnection(server.ownerUrl, (owner) => owner.query("create role guest login password 'guest'"));
    const url = changed((guest) => {
      guest.username = 'guest';
      guest.password = 'guest';
    });
    await expect(open(url)).rejects.toThrow(
      new StartupProblem(`The user “guest” may not create tables and schemas in the database “vialkeep” at ${at}.`),
    );
  });

  test('an address of a database in another encoding is refused', async () => {
    await withConnection(server.ownerUrl, (owner) =>
      owner.query("create database latin encoding 'LATIN1' locale_provider libc locale 'C' template template0"),
    );
    await expect(open(changed((url) => (url.pathname = '/latin')))).rejects.toThrow(
      new StartupProblem(`The database “latin” at ${at} is encoded as LATIN1 and must be UTF8.`),
    );
  });

  test('an address of a PostgreSQL that is too old is refused', async () => {
    const old = await standInForVersion('14');
    const port = portOf(old);
    await expect(open(`postgresql://bank@127.0.0.1:${port}/x`)).rejects.toThrow(
      new StartupProblem(`The PostgreSQL server at 127.0.0.1:${port} is version 14, and Vialkeep needs 15 or newer.`),
    );
    old.close();
  });
});

/**
 * A fake PostgreSQL that accepts every login and answers every query with one row: version, encoding, no replica, may
 * create.
 */
async function standInForVersion(version: string): Promise<Server> {
  const columns = [
    { name: 'version', type: 23, value: version },
    { name: 'encoding', type: 25, value: 'UTF8' },
    { name: 'replica', type: 16, value: 'f' },
    { name: 'creates', type: 16, value: 't' },
  ];
  const row = Buffer.concat([
    message('T', int16(columns.length), ...columns.map(({ name, type }) => description(name, type))),
    message('D', int16(columns.length), ...columns.flatMap(({ value }) => [int32(value.length), Buffer.from(value)])),
    message('C', Buffer.from('SELECT 1\0')),
  ]);
  const ready = message('Z', Buffer.from('I'));
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]));
      socket.on('data', (asked) => {
        if (asked.toString('latin1', 0, 1) === 'Q') socket.write(Buffer.concat([row, ready]));
      });
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function description(name: string, type: number): Buffer {
  return Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function portOf(server: Server): number {
  const address = server.address();
  return address !== null && typeof address === 'object' ? address.port : 0;
}
