import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { median } from '../../harness/quantile.ts';

const SMALL = 1_000_000;
const MOST_RATIO = 3;

/** The statements behind the two lists, for one person who has been opened often and for the newest rows of all. */
const STATEMENTS = {
  'who saw my record': `select at, actor_id from access_records where subject_id = 77 order by at desc limit 50`,
  'counted, at most 10,000': `select count(*) from (select at from access_records where subject_id = 77 limit 10000) c`,
  'administrators, newest': `select record.* from domains cross join lateral (select * from access_records r
    where r.domain_id = domains.id order by at desc limit 50) record order by record.at desc limit 50`,
  'administrators, one person': `select record.* from domains cross join lateral (select * from access_records r
    where r.domain_id = domains.id and actor_id = 55) record order by record.at desc limit 50`,
};

/** Times the lists with a million rows and with more, spread over twelve months; then the archive of the oldest month. */
export async function measureYear(owner: pg.Client, rows: number, settings: NodeJS.ProcessEnv): Promise<void> {
  await owner.query('set statement_timeout = 0');
  await owner.query(
    "select create_access_partition((now() at time zone 'utc' - make_interval(months => m))::date) from generate_series(0, 12) m",
  );
  const before = await fillAndTime(owner, SMALL);
  const after = await fillAndTime(owner, rows - SMALL);
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

async function archiveOldest(owner: pg.Client, settings: NodeJS.ProcessEnv): Promise<void> {
  const program = resolve(import.meta.dirname, 'archive-months.ts');
  const env = { ...process.env, ...settings, ACCESS_MONTHS: String(MONTHS_LEFT) };
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
  const { rows } = await owner.query<{ month: string; rows: number }>(
    'select month::text, rows from access_archives order by month',
  );
  const archived = rows.map(({ month, rows: count }) => `${count} rows of ${month.slice(0, 7)}`).join(' and ');
  console.log(`archived: ${archived} ${stdout.trim()}`);
}

async function fillAndTime(owner: pg.Client, rows: number): Promise<Record<string, number>> {
  await owner.query(
    `insert into access_records (at, domain_id, subject_id, actor_id, user_id, session_id, what, object, writer, batch)
     select now() - n * (interval '360 days' / $1::int), 1 + (n % 100 = 0)::int, n::bigint * 7919 % 20000, n % 2000, n % 2000, n % 9000, n % 8, '',
       '00000000-0000-4000-8000-000000000000', n / 20 from generate_series(1, $1::int) n`,
    [rows],
  );
  await owner.query('vacuum analyze access_records');
  const times: Record<string, number> = {};
  for (const [name, text] of Object.entries(STATEMENTS)) {
    const taken: number[] = [];
    for (let round = 0; round < 30; round += 1) {
      const started = performance.now();
      await owner.query(text);
      taken.push(performance.now() - started);
    }
    times[name] = median(taken);
  }
  return times;
}
