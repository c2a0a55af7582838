import type { Costs, KindCosts, SizeCosts } from './costs.ts';
import { averageOf, databaseBytesAt, fitCosts, meanOf } from './fit-costs.ts';
import type { Demand } from './read-arguments.ts';
import { type Simulated, simulateProduct } from './simulation/simulate-product.ts';

/** The machines for a number of patients, and what they do in the busiest minutes. */
export type MachinePlan = {
  readonly demand: Demand;
  readonly perSecond: number;
  readonly serverCores: readonly number[];
  readonly databaseCores: number;
  readonly serverMiB: number;
  readonly databaseMiB: number;
  readonly databaseBytes: number;
  /** The growth of the database in the years that were asked for. */
  readonly grownBytes: number;
  readonly walBytesPerDay: number;
  readonly simulated: Simulated;
  /** What a lone call takes at this size: more cores cannot go below it. */
  readonly unloadedP99Ms: number;
  readonly isReached: boolean;
};

const MOST_USE = 0.7;
/** `WORKERS=auto` starts at most this many processes on one server. */
const MOST_CORES_OF_SERVER = 8;
const MOST_EXTRA_CORES = 12;
const FEWEST_CALLS = 40_000;
const SIMULATED_SECONDS = 30;
const SECONDS_OF_DAY = 86_400;
/** Garbage between two collections, and a file that is made meanwhile. */
const MEMORY_RESERVE = 1.5;
/** What the system and PostgreSQL itself need besides. */
const SYSTEM_MIB = 1_024;

/** Searches the fewest cores that keep the p99 below its target and every machine below its use. */
export function planMachines(costs: Costs, demand: Demand): MachinePlan {
  const users = usersFor(costs.sizes, demand.patients);
  const { kinds } = fitCosts(costs.sizes, users);
  const perSecond = (demand.patients * demand.callsPerPatientDay * demand.peak) / SECONDS_OF_DAY;
  const simulate = (serverCores: readonly number[], databaseCores: number, rate = perSecond): Simulated =>
    simulateProduct({
      kinds,
      layout: { kind: 'apart', serverCores, databaseCores },
      perSecond: rate,
      calls: Math.max(FEWEST_CALLS, Math.round(rate * SIMULATED_SECONDS)),
      siteShares: sharesOfSites(demand.sites),
      seed: 1,
    });
  const least = leastCores(kinds, perSecond);
  const unloadedP99Ms = simulate([MOST_CORES_OF_SERVER], MOST_CORES_OF_SERVER, 0.5).p99Ms;
  const chosen = searchCores(least, unloadedP99Ms <= demand.p99Ms, (server, database) => {
    const simulated = simulate(splitCores(server), database);
    const isReached =
      simulated.p99Ms <= demand.p99Ms && simulated.serverUse <= MOST_USE && simulated.databaseUse <= MOST_USE;
    return { server, database, simulated, isReached };
  });
  const serverCores = splitCores(chosen.server);
  const [largest] = costs.sizes.toSorted((one, other) => other.users - one.users);
  if (!largest) throw new Error('No costs are measured yet; run `npm run capacity -- --measure`.');
  const writesPerDay = demand.patients * demand.callsPerPatientDay * writeShare(kinds);
  const databaseBytes = databaseBytesAt(costs, demand.patients);
  const connections = chosen.server * largest.connectionsPerWorker;
  return {
    demand,
    perSecond,
    serverCores,
    databaseCores: chosen.database,
    serverMiB: Math.max(...serverCores.map((cores) => serverMemory(largest, cores))),
    databaseMiB: SYSTEM_MIB + databaseBytes / 1_024 ** 2 + connections * largest.connectionMiB,
    databaseBytes,
    grownBytes: writesPerDay * 365 * demand.years * averageOf(costs.sizes, ({ bytesPerWrite }) => bytesPerWrite),
    walBytesPerDay: writesPerDay * averageOf(costs.sizes, ({ walBytesPerWrite }) => walBytesPerWrite),
    simulated: chosen.simulated,
    unloadedP99Ms,
    isReached: chosen.isReached,
  };
}

type Tried = {
  readonly server: number;
  readonly database: number;
  readonly simulated: Simulated;
  readonly isReached: boolean;
};
type Pair = { readonly server: number; readonly database: number };

/** Tries all ways to add one core, then two, and so on, until one reaches the targets. */
function searchCores(least: Pair, canReach: boolean, attempt: (server: number, database: number) => Tried): Tried {
  let best = attempt(least.server, least.database);
  for (let extra = 1; !best.isReached && canReach && extra <= MOST_EXTRA_CORES; extra += 1) {
    for (let forServer = extra; forServer >= 0; forServer -= 1) {
      const tried = attempt(least.server + forServer, least.database + extra - forServer);
      if (tried.isReached || tried.simulated.p99Ms < best.simulated.p99Ms) best = tried;
      if (tried.isReached) break;
    }
  }
  return best;
}

/** With fewer, the calls alone would use more than the allowed share. */
function leastCores(kinds: readonly KindCosts[], perSecond: number): Pair {
  const cores = (pick: (kind: KindCosts) => number) =>
    Math.max(
      1,
      Math.ceil((perSecond * kinds.reduce((sum, kind) => sum + kind.share * pick(kind), 0)) / 1e6 / MOST_USE),
    );
  return {
    server: cores((kind) => meanOf(kind, 'loop') + meanOf(kind, 'aside')),
    database: cores((kind) => meanOf(kind, 'postgres')),
  };
}

/** Divides cores among as few servers as possible, as evenly as possible. */
export function splitCores(cores: number): readonly number[] {
  const servers = Math.ceil(cores / MOST_CORES_OF_SERVER);
  return Array.from({ length: servers }, (_, place) => Math.floor((cores + servers - 1 - place) / servers));
}

/** The largest site has twice as many patients as the second and three times as many as the third. */
function sharesOfSites(sites: number): readonly number[] {
  return Array.from({ length: sites }, (_, place) => 1 / (place + 1));
}

function serverMemory({ supervisorMiB, workerMiB }: SizeCosts, cores: number): number {
  return supervisorMiB + cores * workerMiB * MEMORY_RESERVE + SYSTEM_MIB / 2;
}

function writeShare(kinds: readonly KindCosts[]): number {
  return kinds.filter(({ isWrite }) => isWrite).reduce((sum, { share }) => sum + share, 0);
}

/** Accounts of clinics, labs and sales people come with their patients. */
function usersFor(sizes: readonly SizeCosts[], patients: number): number {
  return patients * averageOf(sizes, ({ users, patients: own }) => users / own);
}
