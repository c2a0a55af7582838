import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import pg from 'pg';
import type { Statement } from './statements.ts';

export type BareWork = {
  runtimeUrl: string;
  /** The statement that finds the caller's session. */
  session: Statement;
  /** The statement that returns the user ids of the page and the total count. */
  page: Statement;
  /** The statements that load the details of those users. */
  details: readonly Statement[];
  userId: number;
};
export type BarePorts = { pid: number; http: number; fastify: number };

/**
 * Runs only the statements, without the rest of the product, in a separate process beside it: the baseline of the
 * benchmark.
 */
process.on('message', (work: BareWork) => {
  void serve(work).then((ports) => process.send?.(ports));
});

async function serve({ runtimeUrl, session, page, details, userId }: BareWork): Promise<BarePorts> {
  const pool = new pg.Pool({ connectionString: runtimeUrl, max: 10, options: '-c role=vialkeep_platform' });
  const read = `select check_agreement from users where id = $1`;

  const list = async (named: boolean) => {
    const { rows } = await runStatement(pool, page, named);
    const results = await Promise.all(details.map((statement) => runStatement(pool, statement, named)));
    return { results: results.map((result) => result.rows), count: rows[0]?.count };
  };
  const answers: Record<string, () => Promise<unknown>> = {
    '/list': () => list(false),
    '/list-named': () => list(true),
    '/list-session-named': async () => {
      await runStatement(pool, session, true);
      return list(true);
    },
  };
  const http = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    if (!answer) return writeAnswer(response, 404, {});
    answer().then(
      (found) => writeAnswer(response, 200, found),
      () => writeAnswer(response, 500, {}),
    );
  });

  const fastify = Fastify();
  fastify.get('/read', async () => {
    const { rows: found } = await pool.query<{ check_agreement: string | null }>(read, [userId]);
    return { agreement: found[0]?.check_agreement !== null };
  });
  fastify.get('/read-named', async () => {
    const { rows: found } = await runStatement(pool, { text: read, values: [userId] }, true);
    return { agreement: found[0]?.check_agreement !== null };
  });

  await Promise.all([new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening)), fastify.listen()]);
  return { pid: process.pid, http: portOf(http.address()), fastify: portOf(fastify.server.address()) };
}

function runStatement(
  pool: pg.Pool,
  { text, values }: Statement,
  named: boolean,
): Promise<pg.QueryResult<Record<string, unknown>>> {
  return named ? pool.query({ name: nameFor(text), text, values }) : pool.query(text, values);
}

const names = new Map<string, string>();

function nameFor(text: string): string {
  const name = names.get(text) ?? `s${names.size}`;
  names.set(text, name);
  return name;
}

function writeAnswer(response: ServerResponse, status: number, answer: unknown): void {
  const body = Buffer.from(JSON.stringify(answer));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}
