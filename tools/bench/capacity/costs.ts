import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = join(import.meta.dirname, 'costs.json');

/** What one call takes, in microseconds. */
export type CallCost = {
  /** The event loop of the server process. */
  readonly loop: number;
  /** Other threads of the server process, such as those that hash passwords and collect garbage. */
  readonly aside: number;
  readonly postgres: number;
  /** Time in which nothing computes, such as a flush to the disk. */
  readonly wait: number;
};

/** In the file a cost is a row of four numbers, because there are thousands. */
const CallCost = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .transform(([loop, aside, postgres, wait]): CallCost => ({ loop, aside, postgres, wait }));

const KindCosts = z.object({
  name: z.string(),
  share: z.number(),
  isWrite: z.boolean(),
  statements: z.number(),
  /** Transactions that lock the audit chain of the site until their commit. */
  commits: z.number(),
  /** The kind's calls by cost, in groups of equal number from the cheapest to the dearest; each is the mean of a group. */
  levels: z.array(CallCost),
});
export type KindCosts = z.infer<typeof KindCosts>;

const OpenLoopFigures = z.object({
  perSecond: z.number(),
  p50Ms: z.number(),
  p99Ms: z.number(),
  /** The p99 of each round. */
  roundsMs: z.array(z.number()),
  refused: z.number(),
  /** Processor time for one call under this load, in microseconds. */
  serverMicros: z.number(),
  postgresMicros: z.number(),
  generatorMicros: z.number(),
});
export type OpenLoopFigures = z.infer<typeof OpenLoopFigures>;

const SizeCosts = z.object({
  users: z.number(),
  patients: z.number(),
  measuredOn: z.string(),
  kinds: z.array(KindCosts),
  openLoop: OpenLoopFigures,
  databaseBytes: z.number(),
  /** Growth of the database for one writing call, indexes included. */
  bytesPerWrite: z.number(),
  /** Write-ahead log for one writing call. */
  walBytesPerWrite: z.number(),
  supervisorMiB: z.number(),
  workerMiB: z.number(),
  /** Memory of one connection of PostgreSQL besides what all share. */
  connectionMiB: z.number(),
  connectionsPerWorker: z.number(),
});
export type SizeCosts = z.infer<typeof SizeCosts>;

const Costs = z.object({
  machine: z.object({ cores: z.number(), architecture: z.string(), processes: z.number() }),
  sizes: z.array(SizeCosts),
});
export type Costs = z.infer<typeof Costs>;

export function hasCosts(): boolean {
  return existsSync(FILE);
}

export function readCosts(): Costs {
  return Costs.parse(JSON.parse(readFileSync(FILE, 'utf8')));
}

export function writeCosts(costs: Costs): void {
  writeFileSync(FILE, `${formatCosts(costs)}\n`);
}

/** Writes each cost in one row, so that the file stays readable and its differences short. */
function formatCosts(costs: Costs): string {
  const present = (_key: string, value: unknown): unknown => {
    if (typeof value === 'number') return roundFigure(value);
    return isCallCost(value) ? [value.loop, value.aside, value.postgres, value.wait].map(Math.round) : value;
  };
  const text = JSON.stringify(costs, present, 2);
  return text.replace(/\[\s+([\d.,\s]+?)\s+\]/g, (_whole, numbers: string) => `[${numbers.replace(/\s+/g, ' ')}]`);
}

function isCallCost(value: unknown): value is CallCost {
  return typeof value === 'object' && value !== null && 'loop' in value && 'wait' in value;
}

function roundFigure(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(4));
}
