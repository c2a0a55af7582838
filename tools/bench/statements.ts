import pg from 'pg';
import { buildApp } from '../../server/app.ts';
import { noPages, testSettings } from '../../server/testing/test-settings.ts';

export type Statement = { readonly text: string; readonly values: unknown[] };

/** Returns the statements that the product sends for one GET, recorded at the driver. */
export async function statementsOf(
  runtimeUrl: string,
  dataDir: string,
  path: string,
  token: string,
): Promise<Statement[]> {
  const app = await buildApp(testSettings(dataDir), runtimeUrl, noPages);
  const ask = () => app.http.inject({ url: path, headers: { host: 'localhost', authorization: `token ${token}` } });
  // The first request also opens connections, sets their role and reads the sites.
  await ask();
  const seen: Statement[] = [];
  const stop = overhear((config) => {
    if (isStatement(config)) seen.push({ text: config.text, values: config.values });
  });
  try {
    const answer = await ask();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`);
  } finally {
    stop();
    await app.close();
  }
  return seen;
}

/** Calls `listen` with every argument of the driver's `query` until the returned function is called. */
function overhear(listen: (config: unknown) => void): () => void {
  const query: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof query !== 'function') throw new TypeError('The driver has no query to listen to.');
  Reflect.set(pg.Client.prototype, 'query', function overheard(this: pg.Client, ...given: unknown[]): unknown {
    listen(given[0]);
    const result: unknown = Reflect.apply(query, this, given);
    return result;
  });
  return () => Reflect.set(pg.Client.prototype, 'query', query);
}

function isStatement(config: unknown): config is Statement {
  return typeof config === 'object' && config !== null && 'text' in config && 'values' in config;
}
