import { setTimeout as sleep } from 'node:timers/promises';
import { listCustody } from '@vialkeep/contract/custody.ts';
import { type ReadingKind, readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { readPatientRecord } from '@vialkeep/contract/patients.ts';
import { listVials } from '@vialkeep/contract/vials.ts';
import type pg from 'pg';
import { pathFor } from '../../../server/testing/path-for.ts';
import { Connection, requestText } from '../../harness/connection.ts';
import { type Product, type Settings, startDemo } from '../../harness/product.ts';
import { workersOf } from '../../harness/server-processes.ts';
import { logIn } from '../log-in.ts';

/** What a page about a patient asks for. */
const VISIT: readonly { readonly what: ReadingKind; readonly route: Route; readonly params: (id: number) => object }[] =
  [
    { what: 'record', route: readPatientRecord, params: (id) => ({ id }) },
    { what: 'vials', route: listVials, params: (id) => ({ userId: id }) },
    { what: 'custody', route: listCustody, params: (id) => ({ id }) },
  ];
const CONNECTIONS = 64;
/** The supervisor ends a product of which five processes die within half a minute. */
const BETWEEN_KILLS_MS = 8_000;
const RECONNECTED_MS = 20;

export type Rate = { readonly perSecond: number; readonly seconds: number; readonly kills: number };

/**
 * Opens patients at a fixed rate on a product of as many processes as the machine has cores, each opening once, and
 * compares each answered one with the table. Meanwhile it may kill processes of the product, one every eight seconds.
 * Returns false where an answered opening is missing.
 */
export async function measureRate(settings: Settings, owner: pg.Client, asked: Rate): Promise<boolean> {
  const product = await startDemo({ ...settings, WORKERS: 'auto', LOG_LEVEL: 'error' });
  try {
    return await openPatients(product, owner, asked);
  } finally {
    await product.stop();
  }
}

async function openPatients(product: Product, owner: pg.Client, asked: Rate): Promise<boolean> {
  const { rows } = await owner.query<{ id: number }>('select id from users where plan_id = 2 and domain_id = 1');
  const patients = rows.map(({ id }) => id);
  const seconds = Math.max(asked.seconds, (asked.kills * BETWEEN_KILLS_MS) / 1000);
  const total = asked.perSecond * seconds;
  // Each session opens each patient once, so that no opening is a repetition of another.
  const tokens: string[] = [];
  while (tokens.length * patients.length * VISIT.length < total) {
    tokens.push((await logIn(product.port, 'super@vialkeep.test')).token);
  }
  const answered = new Set<string>();
  const started = performance.now();
  const kept = new AbortController();
  const killing = killProcesses(product, asked.kills, kept.signal);
  let sent = 0;
  const openNext = async (connection: Connection, place: number) => {
    const wait = started + (place * 1000) / asked.perSecond - performance.now();
    if (wait > 1) await sleep(wait);
    const { what, route, params } = VISIT[place % VISIT.length] ?? fail();
    const visit = Math.floor(place / VISIT.length);
    const id = patients[visit % patients.length] ?? fail();
    const session = Math.floor(visit / patients.length);
    const path = pathFor(route, params(id), {});
    const { status } = await connection.ask(requestText('GET', path, tokens[session]));
    if (status === 200) answered.add(`${session} ${what} ${id}`);
  };
  const opener = async () => {
    let connection = new Connection(product.port);
    while (sent < total) {
      const place = sent;
      sent += 1;
      // The opening of a killed process was not answered; the next one takes a new connection.
      await openNext(connection, place).catch(() => sleep(RECONNECTED_MS));
      if (!connection.isOpen) connection = new Connection(product.port);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, opener));
  const took = (performance.now() - started) / 1000;
  kept.abort();
  const kills = await killing;
  const recorded = await readRecorded(owner, tokens);
  const lost = [...answered].filter((opening) => !recorded.has(opening));
  console.log(
    `${sent} openings in ${took.toFixed(1)} s: ${answered.size} answered, ${(answered.size / took).toFixed(0)} a second; ${kills} processes killed; ${recorded.size} recorded, ${lost.length} lost`,
  );
  return lost.length === 0 && answered.size > 0;
}

async function killProcesses(product: Product, kills: number, kept: AbortSignal): Promise<number> {
  let killed = 0;
  while (killed < kills && !kept.aborted) {
    await sleep(BETWEEN_KILLS_MS);
    const children = workersOf(product);
    const pid = children[killed % children.length];
    if (pid === undefined || kept.aborted) continue;
    process.kill(pid, 'SIGKILL');
    killed += 1;
  }
  return killed;
}

/** The openings of these sessions, in the same words as the client's own list. */
async function readRecorded(owner: pg.Client, tokens: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ session: string; what: number; subject_id: number }>(
    `select t.place - 1 as session, r.what, r.subject_id from unnest($1::text[]) with ordinality as t (token, place)
       join sessions s on s.token_hash = sha256(convert_to(t.token, 'UTF8'))
       join access_records r on r.session_id = s.id`,
    [tokens],
  );
  return new Set(rows.map(({ session, what, subject_id }) => `${session} ${readingKinds[what]} ${subject_id}`));
}

function fail(): never {
  throw new Error('The network has no patient to open.');
}
