import pg from 'pg';
import { withConnection } from '../../kernel/db/roles.ts';
import { StartupProblem } from '../../kernel/startup-problem.ts';
import type { Database } from '../../ports/database.ts';

const OLDEST = 15;

/** Opens an external PostgreSQL and checks it once, so that a wrong address fails the start and not a later request. */
export async function openOutside(url: string): Promise<Database> {
  const place = placeOf(url);
  const found = await withConnection(url, inspect).catch((error: unknown) => {
    throw new StartupProblem(sentenceFor(error, place));
  });
  const problem = problemWith(found, place);
  if (problem !== null) throw new StartupProblem(problem);
  return {
    ownerUrl: url,
    where: `The data lies in the database “${place.database}” of the PostgreSQL server at ${place.server}.`,
    stop: async () => {},
  };
}

type DatabaseAddress = { server: string; database: string; user: string };

type Found = { version: number; encoding: string; replica: boolean; creates: boolean };

function placeOf(url: string): DatabaseAddress {
  try {
    const { host, port, database, user } = new pg.Client({ connectionString: url });
    const server = host.startsWith('/') ? host : `${host}:${port}`;
    return { server, database: database ?? '', user: user ?? '' };
  } catch {
    throw new StartupProblem(
      'DATABASE_URL cannot be read; it looks like postgresql://user:password@host:5432/database.',
    );
  }
}

async function inspect(client: pg.Client): Promise<Found> {
  const { rows } = await client.query<Found>(
    `select current_setting('server_version_num')::int / 10000 as version,
            current_setting('server_encoding') as encoding,
            pg_is_in_recovery() as replica,
            has_database_privilege(current_database(), 'create')
              and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as creates`,
  );
  const [found] = rows;
  if (!found) throw new Error('the server answered nothing');
  return found;
}

function problemWith(
  { version, encoding, replica, creates }: Found,
  { server, database, user }: DatabaseAddress,
): string | null {
  if (version < OLDEST) {
    return `The PostgreSQL server at ${server} is version ${version}, and Vialkeep needs ${OLDEST} or newer.`;
  }
  if (encoding !== 'UTF8') return `The database “${database}” at ${server} is encoded as ${encoding} and must be UTF8.`;
  if (replica) return `The PostgreSQL server at ${server} is a read-only replica; DATABASE_URL must name the primary.`;
  if (!creates) {
    return `The user “${user}” may not create tables and schemas in the database “${database}” at ${server}.`;
  }
  return null;
}

function sentenceFor(error: unknown, { server, database, user }: DatabaseAddress): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  switch (code) {
    case '28P01':
    case '28000':
      return `The PostgreSQL server at ${server} refuses the user “${user}” or the password in DATABASE_URL.`;
    case '3D000':
      return `The database “${database}” does not exist on the PostgreSQL server at ${server}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of DATABASE_URL, ${server}, is not known.`;
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
    case 'ENOENT':
      return `No PostgreSQL server answers at ${server}, where DATABASE_URL points.`;
  }
  // @NOTE node-postgres gives these two no code.
  if (message.includes('timeout expired'))
    return `No PostgreSQL server answers at ${server}, where DATABASE_URL points.`;
  if (message.includes('password must be')) {
    return `The PostgreSQL server at ${server} asks for a password, and DATABASE_URL has none.`;
  }
  return `The PostgreSQL server at ${server} cannot be used: ${message}.`;
}
