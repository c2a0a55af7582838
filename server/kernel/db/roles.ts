import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Settings } from '../settings/settings.ts';
import { StartupProblem } from '../startup-problem.ts';

/** The role that serves requests: it owns nothing and is subject to row-level security. */
export const RUNTIME_ROLE = 'vialkeep_runtime';

/** A connection as the user of the address, which the caller connects and ends. */
export function openOwnerConnection(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'vialkeep owner',
    connectionTimeoutMillis: 5_000,
  });
  // A broken connection fails its statement; an unhandled error event would end the process.
  return client.on('error', () => {});
}

/** Runs a task with one connection, as the user of the address. */
export async function withConnection<T>(url: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = openOwnerConnection(url);
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Creates the runtime role if necessary and returns the address to log in with. Roles belong to the whole PostgreSQL
 * server, so its databases share them.
 */
export async function ensureRuntimeRole(
  ownerUrl: string,
  settings: Pick<Settings, 'dataDir' | 'databaseUrl' | 'databaseRuntimeUrl'>,
): Promise<string> {
  if (settings.databaseRuntimeUrl !== undefined) {
    await requireBoundRole(settings.databaseRuntimeUrl, 'DATABASE_RUNTIME_URL');
    return settings.databaseRuntimeUrl;
  }
  const file = join(settings.dataDir, 'runtime-password');
  const known = await readPassword(file);
  const password = known ?? randomBytes(24).toString('base64url');
  const runtimeUrl = asRole(ownerUrl, RUNTIME_ROLE, password);

  if (!(await roleExists(ownerUrl))) {
    await createRole(ownerUrl, password);
  } else if (!(await letsIn(runtimeUrl))) {
    // Another server may use the password of an external database; the embedded one belongs to this server.
    if (settings.databaseUrl !== undefined) throw new StartupProblem(PASSWORD_UNKNOWN(file));
    await changePassword(ownerUrl, password);
  }
  if (known === null) await keepPassword(file, password);
  await requireBoundRole(runtimeUrl, 'DATABASE_URL');
  return runtimeUrl;
}

const PASSWORD_UNKNOWN = (file: string) =>
  `The database has a role ${RUNTIME_ROLE} whose password is not the one in ${file}; ` +
  'set DATABASE_RUNTIME_URL, or copy that file from the server that made the role.';

async function roleExists(ownerUrl: string): Promise<boolean> {
  return withConnection(ownerUrl, async (owner) => {
    const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [RUNTIME_ROLE]);
    return rowCount === 1;
  });
}

async function createRole(ownerUrl: string, password: string): Promise<void> {
  await withConnection(ownerUrl, async (owner) => {
    try {
      // NOINHERIT: the role gets the rights of another role only after SET ROLE.
      await owner.query(
        `create role ${RUNTIME_ROLE} login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
         password ${owner.escapeLiteral(password)}`,
      );
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '42501') throw error;
      throw new StartupProblem(
        `The user of DATABASE_URL may not create the role ${RUNTIME_ROLE}; create it as an administrator ` +
          `(create role ${RUNTIME_ROLE} login noinherit password '…') and set DATABASE_RUNTIME_URL to log in as it.`,
      );
    }
    await owner.query(`grant connect on database ${owner.escapeIdentifier(owner.database ?? '')} to ${RUNTIME_ROLE}`);
  });
}

async function changePassword(ownerUrl: string, password: string): Promise<void> {
  await withConnection(ownerUrl, (owner) =>
    owner.query(`alter role ${RUNTIME_ROLE} password ${owner.escapeLiteral(password)}`),
  );
}

async function letsIn(url: string): Promise<boolean> {
  try {
    return await withConnection(url, async () => true);
  } catch (error) {
    if (error instanceof pg.DatabaseError && (error.code === '28P01' || error.code === '28000')) return false;
    throw error;
  }
}

/** Refuses a role that bypasses row-level security, because it would remove the isolation between sites. */
async function requireBoundRole(url: string, setting: string): Promise<void> {
  const role = await readRole(url).catch((error: Error) => {
    throw new StartupProblem(`The server cannot log in with ${setting}: ${error.message}.`);
  });
  if (role.unbound) {
    throw new StartupProblem(
      `The role “${role.name}” of ${setting} is a superuser or bypasses row-level security, and must not.`,
    );
  }
  if (!role.member) {
    throw new StartupProblem(
      `The role “${role.name}” of ${setting} must be ${RUNTIME_ROLE} or a member of it, because the tables are granted to that.`,
    );
  }
}

async function readRole(url: string): Promise<{ name: string; unbound: boolean; member: boolean }> {
  return withConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string; unbound: boolean; member: boolean }>(
      `select rolname as name, rolsuper or rolbypassrls as unbound,
              exists (select from pg_roles wanted where wanted.rolname = $1
                      and pg_has_role(current_user, wanted.oid, 'member')) as member
       from pg_roles where rolname = current_user`,
      [RUNTIME_ROLE],
    );
    const [role] = rows;
    if (!role) throw new Error('the role is gone');
    return role;
  });
}

function asRole(ownerUrl: string, role: string, password: string): string {
  const url = new URL(ownerUrl.replace('@/', '@localhost/'));
  // An address without a host cannot carry a user; `localhost` is its default host.
  if (url.hostname === '') url.hostname = 'localhost';
  url.username = role;
  url.password = password;
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  return url.href;
}

async function readPassword(file: string): Promise<string | null> {
  try {
    return (await readFile(file, 'utf8')).trim() || null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StartupProblem(`The file ${file} cannot be read.`);
  }
}

async function keepPassword(file: string, password: string): Promise<void> {
  try {
    await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
    await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'w' });
  } catch {
    throw new StartupProblem(`The file ${file} cannot be written.`);
  }
}
