import type { CallCost, Costs, KindCosts, SizeCosts } from './costs.ts';

/** A cost as a function of the number of users. */
export type CostLine = { readonly at: (users: number) => number };

type Point = readonly [users: number, cost: number];

/** With two sizes only: a cost that grows more than this from the one to the other grows with the users themselves. */
const GROWS_WITH_USERS = 1.3;

/**
 * Fits a line through costs at several sizes: over the logarithm of the users, because the rows of an index are found in
 * steps that grow with it, or over the users, for a call that reads a share of them. A cost that falls with the size is
 * noise, and counts as constant.
 */
export function fitLine(points: readonly Point[]): CostLine {
  const byLogarithm = fitLogarithm(points);
  const byUsers = fitOver(points, (users) => users);
  const [first, last] = [points[0]?.[1] ?? 0, points.at(-1)?.[1] ?? 0];
  const isByUsers =
    points.length > 2 ? missOf(byUsers, points) < missOf(byLogarithm, points) : last > first * GROWS_WITH_USERS;
  return isByUsers ? byUsers : byLogarithm;
}

/** Answers have pages, so that the server's own part does not grow with the rows. */
function fitLogarithm(points: readonly Point[]): CostLine {
  return fitOver(points, (users) => Math.log10(users));
}

function fitOver(points: readonly Point[], scale: (users: number) => number): CostLine {
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  const sizes = points.map(([users]) => scale(users));
  const costs = points.map(([, cost]) => cost);
  const [middle, level] = [mean(sizes), mean(costs)];
  const spread = sizes.reduce((sum, size) => sum + (size - middle) ** 2, 0);
  const rise = sizes.reduce((sum, size, place) => sum + (size - middle) * ((costs[place] ?? level) - level), 0);
  const slope = spread === 0 ? 0 : Math.max(0, rise / spread);
  return { at: (users) => Math.max(0, level + slope * (scale(users) - middle)) };
}

function missOf({ at }: CostLine, points: readonly Point[]): number {
  return points.reduce((sum, [users, cost]) => sum + (at(users) - cost) ** 2, 0);
}

export type FittedCosts = {
  readonly kinds: readonly KindCosts[];
  /** Processor time of the load generator for one call, in microseconds. */
  readonly generatorMicros: number;
};

const PARTS = ['loop', 'aside', 'postgres', 'wait'] as const;

/** The costs of a network of this many users, by lines through the measured sizes. */
export function fitCosts(sizes: readonly SizeCosts[], users: number): FittedCosts {
  const [first] = sizes;
  if (!first) throw new Error('No costs are measured yet; run `npm run capacity -- --measure`.');
  const busy = busyFactors(sizes);
  return {
    kinds: first.kinds.map(({ name }) => fitKind(kindAtSizes(sizes, name), users, busy)),
    generatorMicros: averageOf(sizes, ({ openLoop }) => openLoop.generatorMicros),
  };
}

type KindAtSize = { readonly users: number; readonly kind: KindCosts };

function kindAtSizes(sizes: readonly SizeCosts[], name: string): readonly KindAtSize[] {
  return sizes.flatMap(({ users, kinds }) => {
    const kind = kinds.find((each) => each.name === name);
    return kind ? [{ users, kind }] : [];
  });
}

/** The mean of each part follows its line; the spread around it is that of all sizes. */
function fitKind(
  seen: readonly KindAtSize[],
  users: number,
  busy: Readonly<Record<keyof CallCost, number>>,
): KindCosts {
  const [first] = seen;
  if (!first) throw new Error('A kind of call without costs cannot be fitted.');
  const fitted = Object.fromEntries(
    PARTS.map((part) => {
      const fit = part === 'postgres' ? fitLine : fitLogarithm;
      const mean = fit(seen.map((each) => [each.users, meanOf(each.kind, part)])).at(users);
      return [part, spreadOf(seen, part).map((factor) => mean * factor * busy[part])];
    }),
  );
  return {
    ...first.kind,
    statements: fitLine(seen.map((each) => [each.users, each.kind.statements])).at(users),
    levels: first.kind.levels.map((_, level) => ({
      loop: fitted.loop?.[level] ?? 0,
      aside: fitted.aside?.[level] ?? 0,
      postgres: fitted.postgres?.[level] ?? 0,
      wait: fitted.wait?.[level] ?? 0,
    })),
  };
}

/** The levels of a part relative to its mean, averaged over the sizes. */
function spreadOf(seen: readonly KindAtSize[], part: keyof CallCost): readonly number[] {
  const levels = seen[0]?.kind.levels.length ?? 0;
  return Array.from({ length: levels }, (_, level) =>
    averageOf(seen, ({ kind }) => {
      const mean = meanOf(kind, part);
      return mean === 0 ? 0 : (kind.levels[level]?.[part] ?? 0) / mean;
    }),
  );
}

export function meanOf({ levels }: KindCosts, part: keyof CallCost): number {
  return averageOf(levels, (level) => level[part]);
}

/** How much more processor time a call takes among others than alone: caches are colder, and jobs run besides. */
function busyFactors(sizes: readonly SizeCosts[]): Readonly<Record<keyof CallCost, number>> {
  const factor = (under: (size: SizeCosts) => number, alone: (kind: KindCosts) => number) =>
    averageOf(sizes, (size) => under(size) / size.kinds.reduce((sum, kind) => sum + kind.share * alone(kind), 0));
  const server = factor(
    ({ openLoop }) => openLoop.serverMicros,
    (kind) => meanOf(kind, 'loop') + meanOf(kind, 'aside'),
  );
  const postgres = factor(
    ({ openLoop }) => openLoop.postgresMicros,
    (kind) => meanOf(kind, 'postgres'),
  );
  return { loop: server, aside: server, postgres, wait: 1 };
}

/** Bytes of the database for a network of this many patients; rows take the same room at every size. */
export function databaseBytesAt({ sizes }: Costs, patients: number): number {
  const perPatient = bytesPerPatient(sizes);
  const smallest = Math.min(...sizes.map(({ databaseBytes, patients: own }) => databaseBytes - own * perPatient));
  return Math.max(0, smallest) + patients * perPatient;
}

/** The slope between the smallest and the largest measured size. */
export function bytesPerPatient(sizes: readonly SizeCosts[]): number {
  const sorted = sizes.toSorted((one, other) => one.patients - other.patients);
  const [small, large] = [sorted[0], sorted.at(-1)];
  if (!small || !large) return 0;
  if (small === large) return small.databaseBytes / small.patients;
  return (large.databaseBytes - small.databaseBytes) / (large.patients - small.patients);
}

export function averageOf<T>(things: readonly T[], pick: (thing: T) => number): number {
  return things.reduce((sum, thing) => sum + pick(thing), 0) / things.length;
}
