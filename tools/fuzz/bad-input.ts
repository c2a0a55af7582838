import { catalogue, type NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { raiseOrderNumbers } from '../harness/order-numbers.ts';
import { SeededRandom } from '../harness/seeded-random.ts';
import { isOfBench } from './bench/bench-input.ts';
import { BenchReach } from './bench/bench-reach.ts';
import { refillBench } from './bench/refill-bench.ts';
import { Callers, LAB_WITH_BENCH } from './callers.ts';
import { Client } from './client.ts';
import { Findings } from './findings.ts';
import { faultsOf } from './judge.ts';
import { Memory } from './memory.ts';
import { Network } from './network.ts';
import type { Answered, FuzzRequest, Unanswered } from './requests/fuzz-request.ts';
import { madeUpShots, rightShot, shotsAt } from './requests/fuzz-requests.ts';
import { SlowSockets } from './requests/slow-sockets.ts';
import { planted, startPlanted } from './seeded-faults.ts';
import { startTarget } from './target.ts';
import { judgeRun } from './verdict.ts';

/**
 * Sends wrong, huge, odd-typed, odd-encoded and hostile values in every field of every call of the contract, as callers
 * of every plan, to the product as it is delivered. `--short` is the run for every change; `--seed N` repeats a run,
 * `--call NAME` selects one call, `--bench` those of the bench, `--requests N` sets the number of requests, and
 * `--patience SECONDS` the timeout for a busy machine.
 */
const isShort = process.argv.includes('--short');
const seed = Number(option('--seed')) || Date.now() % 1_000_000;
const only = option('--call');
const isBenchOnly = process.argv.includes('--bench');
/** The number of requests that sends each value in each place once; a shorter run samples them. */
const EVERYTHING = isBenchOnly ? 40_000 : 125_000;
const wanted = Number(option('--requests')) || (isShort ? 2_500 : EVERYTHING);
const SHARE = Math.min(1, wanted / EVERYTHING);
/** Uploads are slower: the server reads the whole file, sometimes as a PDF. */
const SHARE_OF_FORMS = SHARE / 4;
const AT_ONCE = 16;
const TIMEOUT_MS = (Number(option('--patience')) || 120) * 1_000;
const CONTROL_PATIENCE_MS = 3_000;
const LOOK_EVERY = 2_000;
const SLOW_SOCKETS = 200;

const calls = catalogue.filter((call) => (only === undefined ? !isBenchOnly || isOfBench(call) : call.name === only));
const dice = new SeededRandom(seed);
console.log(`${calls.length} calls, about ${wanted} requests, seed ${seed}`);

const target = await startTarget();
const control = await startPlanted();
const client = new Client(target.url, TIMEOUT_MS);
const controlClient = new Client(control.url, CONTROL_PATIENCE_MS);
const callers = new Callers(target, client);
const findings = new Findings();
const statuses = new Map<string, number>();
let refills = 0;
const reach = new BenchReach(calls.filter((call) => isOfBench(call) && !readsOwnFile(call)));
try {
  await target.tables(raiseOrderNumbers);
  await callers.logIn();
  const network = new Network(dice, callers.ids);
  await target.tables((owner) => network.look(owner));
  const refused = await refill(network);
  if (refused.length > 0) throw new Error(`The bench of the demo was not filled:\n${refused.join('\n')}`);
  const greeting = (await target.log()).length;
  const memory = new Memory(target);
  const slow = [new SlowSockets(target.url, 'header', SLOW_SOCKETS)];
  if (!isShort) slow.push(new SlowSockets(target.url, 'body', SLOW_SOCKETS));
  const began = performance.now();
  const all = attempts(network);
  let sent = 0;
  for (const call of calls.filter(isOfBench)) await tryBenchCall(call, network);
  const works = Array.from({ length: AT_ONCE }, async () => {
    for (const shot of all) {
      sent += 1;
      if (sent % LOOK_EVERY === 0) await lookAgain(network, sent);
      const answer = await fire(shot);
      if (shot.call !== planted && isOfBench(shot.call) && typeof answer !== 'string') reach.add(shot, answer);
      if (shot.call !== planted) tally(typeof answer === 'string' ? answer : `${Math.floor(answer.status / 100)}xx`);
      findings.add(shot, faultsOf(shot, answer), answer);
      if (typeof answer !== 'string') await afterwards(shot, answer, network);
    }
  });
  await Promise.all(works);
  const seconds = (performance.now() - began) / 1_000;
  memory.stop();
  for (const sockets of slow) await sockets.cut();
  await judgeRun({ target, client, callers, calls, findings, statuses, reach, memory, slow, greeting, sent, seconds });
  for (const sockets of slow) sockets.close();
} finally {
  client.close();
  controlClient.close();
  await control.close();
  await target.close();
}

/** Yields all fuzz requests, interleaved at random across the calls and the seeded faulty call. */
function* attempts(network: Network): Generator<FuzzRequest> {
  const range = { dice, network, callers };
  const sources = calls.map((call) =>
    shotsAt(call, range, () => dice.chance(call.route.upload ? SHARE_OF_FORMS : SHARE)),
  );
  sources.push(shotsAt(planted, range, () => true));
  let count = 0;
  while (sources.length > 0) {
    const source = dice.of(sources);
    const next = source.next();
    if (next.done) {
      sources.splice(sources.indexOf(source), 1);
      continue;
    }
    count += 1;
    yield next.value;
  }
  for (const shot of madeUpShots(calls, range, seed)) {
    if (count >= wanted) return;
    count += 1;
    yield shot;
  }
}

/** Opens only with the cookie of a browser, or once a carrier has made a label. */
function readsOwnFile({ name }: NamedRoute): boolean {
  return name === 'readBenchPhoto' || name === 'readOrderLabel';
}

function tally(status: string): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

function fire(shot: FuzzRequest): Promise<Answered | Unanswered> {
  const through = shot.call === planted ? controlClient : client;
  if (shot.wire !== undefined) return through.sendBytes(shot.wire);
  return through.send({ ...shot, headers: { ...callers.headersOf(shot.caller), ...withoutEmpty(shot.headers) } });
}

/** Logs the caller in again after the request ended or replaced the caller's session. */
async function afterwards(
  { call, caller, what }: FuzzRequest,
  { status, body }: Answered,
  network: Network,
): Promise<void> {
  if (body.includes('"signLink"')) network.learnFrom(body);
  const isOver = status === 401 && body.includes('not_signed_in') && !/^(?:headers|wire)/.test(what);
  const isSomebodyElse =
    status === 200 && ['loginAsUser', 'logout', 'endOtherSessions', 'endSession'].includes(call.name);
  if (isOver || isSomebodyElse) await callers.comeBack(caller);
  if (caller === LAB_WITH_BENCH && status === 409 && /"(?:operator_required|bench_off)"/.test(body)) {
    await callers.beginShift();
  }
}

async function lookAgain(network: Network, sent: number): Promise<void> {
  console.log(`  ${sent} sent`);
  await target.tables(async (owner) => {
    await owner.query('delete from rate_limits');
    await network.look(owner);
  });
  const refused = await refill(network);
  if (refused.length > 0) console.log(`  ${refused.length} steps of filling the bench refused: ${refused[0]}`);
}

/** Sends what a call of the bench should get, because a list has no such request of its own. */
async function tryBenchCall(call: NamedRoute, network: Network): Promise<void> {
  for (let tries = 0; tries < 2; tries += 1) {
    const shot = rightShot(call, { dice, network, callers });
    const answer = await fire(shot);
    findings.add(shot, faultsOf(shot, answer), answer);
    if (typeof answer === 'string') return;
    reach.add(shot, answer);
    if (!answer.body.includes('"operator_required"')) break;
    await callers.beginShift();
  }
  await target.tables((owner) => network.stock.look(owner));
}

/** Makes what requests to the bench use up. */
async function refill(network: Network): Promise<readonly string[]> {
  await callers.beginShift();
  refills += 1;
  const refused = await refillBench({ client, callers, stock: network.stock, round: refills });
  await target.tables((owner) => network.stock.look(owner));
  return refused;
}

/** An empty value means that the header is not sent. */
function withoutEmpty(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
}

function option(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
