import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { listAccess, listOwnAccess } from '@vialkeep/contract/access-records.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import type pg from 'pg';
import { pathFor } from '../../../server/testing/path-for.ts';
import { Connection, requestText } from '../../harness/connection.ts';
import type { Settings } from '../../harness/product.ts';
import { median } from '../../harness/quantile.ts';
import { logIn } from '../log-in.ts';

const SMALL = 1_000_000;
const MOST_RATIO = 3;
const ROUNDS = 60;

/** A reader and a person who have been opened as often as all others. */
const READER = 55;
const PERSON = 77;

type List = { readonly route: Route; readonly query: object; readonly as: 'patient' | 'super' };

/** The lists as their readers ask for them, with their counts. */
const LISTS: Readonly<Record<string, List>> = {
  'who saw my record': { route: listOwnAccess, query: {}, as: 'patient' },
  'administrators, newest': { route: listAccess, query: {}, as: 'super' },
  'administrators, of a person': { route: listAccess, query: { subject_id: PERSON }, as: 'super' },
  'administrators, of a reader': { route: listAccess, query: { actor_id: READER }, as: 'super' },
};

/** Times the lists with a million rows and with more, spread over twelve months; then the archive of the oldest month. */
export async function measureYear(owner: pg.Client, rows: number, settings: Settings, port: number): Promise<void> {
  await owner.query('set statement_timeout = 0');
  await owner.query(
    "select create_access_partition((now() at time zone 'utc' - make_interval(months => m))::date) from generate_series(0, 12) m",
  );
  const before = await fillAndTime(owner, SMALL, port);
  const after = await fillAndTime(owner, rows - SMALL, port);
  for (const [name, ms] of Object.entries(after)) {
    const ratio = ms / (before[name] ?? Number.NaN);
    const verdict = ratio <= MOST_RATIO ? 'good' : 'MISSED';
    console.log(
      `${name}: ${ms.toFixed(2)} ms with ${rows} rows, ${ratio.toFixed(2)} of that with ${SMALL} (${verdict})`,
    );
    if (ratio > MOST_RATIO) process.exitCode = 1;
  }
  await archiveOldest(owner, settings);
}

/** Of the rows of 360 days, the oldest whole month and the days before it. */
const MONTHS_LEFT = 10;

async function archiveOldest(owner: pg.Client, settings: Settings): Promise<void> {
  const program = resolve(import.meta.dirname, 'archive-months.ts');
  const env = { ...process.env, ...settings, ACCESS_MONTHS: String(MONTHS_LEFT) };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  const { rows } = await owner.query<{ month: string; rows: number }>(
    'select month::text, rows from access_archives order by month',
  );
  const archived = rows.map(({ month, rows: count }) => `${count} rows of ${month.slice(0, 7)}`).join(' and ');
  console.log(`archived: ${archived} ${stdout.trim()}`);
}

async function fillAndTime(owner: pg.Client, rows: number, port: number): Promise<Record<string, number>> {
  await owner.query(
    `insert into access_records (at, domain_id, subject_id, actor_id, user_id, session_id, what, object, writer, batch)
     select now() - n * (interval '360 days' / $1::int), 1 + (n % 100 = 0)::int, n::bigint * 7919 % 20000, n % 2000, n % 2000, n % 9000, n % 8, '',
       '00000000-0000-4000-8000-000000000000', n / 20 from generate_series(1, $1::int) n`,
    [rows],
  );
  await owner.query('vacuum analyze access_records');
  const connection = new Connection(port);
  const times: Record<string, number> = {};
  for (const [name, { route, query, as }] of Object.entries(LISTS)) {
    const { token } = await logIn(port, `${as}@vialkeep.test`);
    const request = requestText('GET', pathFor(route, {}, query), token);
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { status, ms, body } = await connection.ask(request);
      if (status !== 200) throw new Error(`${name}: ${status} ${body()}`);
      taken.push(ms);
    }
    times[name] = median(taken);
  }
  connection.close();
  return times;
}
