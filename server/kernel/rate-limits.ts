import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Store } from './db/db.ts';
import { refuse } from './http/refuse.ts';

export type Limit = { bucket: string; most: number; minutes: number };

/** A rate limit and the key that it counts by. */
export type Counted = { readonly limit: Limit; readonly subject: string };

export type RateLimits = {
  /** Counts one attempt; refuses with 429 after more than `most` within the window. */
  count(limit: Limit, subject: string): Promise<void>;
  /**
   * Counts one attempt on several limits in one statement. The first limit that is exceeded refuses, and later ones do
   * not count the attempt: a refused attempt must not use up shared limits. The buckets must differ.
   */
  countInOrder(counted: readonly [Counted, ...Counted[]]): Promise<void>;
  /** Like `count`, for limits that end something silently: returns whether the attempt is within the limit. */
  isWithin(limit: Limit, subject: string): Promise<boolean>;
  /** Counts one attempt and says how many there are in the window, and the seconds until it ends. */
  countAndTell(limit: Limit, subject: string): Promise<{ readonly hits: number; readonly remaining: number }>;
  /** Takes back an attempt that turned out not to be of the limited kind. */
  refund(counted: readonly Counted[]): Promise<void>;
  /** Resets the counter. */
  forget(limit: Limit, subject: string): Promise<void>;
};

type Seen = { readonly place: number; readonly hits: number; readonly remaining: number };

/** Subjects are network addresses and emails, so only their hash is stored. */
export function openRateLimits(store: Store): RateLimits {
  const why = 'attempts are counted, not recorded';

  /** The first limit that the attempt exceeds, or null. */
  async function exceeded(counted: readonly Counted[]): Promise<Seen | null> {
    const steps = counted.map((one, place) => countAfter(place, counted[place - 1], one));
    const seen = sql.join(
      counted.map((_, place) => sql`select ${sql.lit(place)} as place, hits, remaining from ${stepName(place)}`),
      sql` union all `,
    );
    const { rows } = await store.unaudited(why, (db) => sql<Seen>`with ${sql.join(steps)} ${seen}`.execute(db));
    return rows.find(({ place, hits }) => hits > (counted[place]?.limit.most ?? 0)) ?? null;
  }

  async function countInOrder(counted: readonly [Counted, ...Counted[]]): Promise<void> {
    const refused = await exceeded(counted);
    if (refused) throw refuse('too_many_requests', { retryAfterSeconds: refused.remaining });
  }

  return {
    count: (limit, subject) => countInOrder([{ limit, subject }]),
    countInOrder,
    isWithin: async (limit, subject) => (await exceeded([{ limit, subject }])) === null,

    async countAndTell(limit, subject) {
      const counting = sql<Seen>`with ${countAfter(0, undefined, { limit, subject })} select 0 as place, hits, remaining
        from ${stepName(0)}`;
      const { rows } = await store.unaudited(why, (db) => counting.execute(db));
      if (!rows[0]) throw new Error('An attempt was not counted.');
      return rows[0];
    },

    async refund(counted) {
      const rows = counted.map(({ limit, subject }) => sql`(${limit.bucket}, ${hashOf(subject)}::bytea)`);
      await store.unaudited(why, (db) =>
        db
          .updateTable('rate_limits')
          .set({ hits: sql`greatest(hits - 1, 0)` })
          .where(sql<boolean>`(bucket, subject_hash) in (${sql.join(rows)})`)
          .execute(),
      );
    },

    async forget(limit, subject) {
      await store.unaudited(why, (db) =>
        db
          .deleteFrom('rate_limits')
          .where('bucket', '=', limit.bucket)
          .where('subject_hash', '=', hashOf(subject))
          .execute(),
      );
    },
  };
}

function stepName(place: number): RawBuilder<unknown> {
  return sql.raw(`step_${place}`);
}

/** Counts on one limit if the previous one admitted the attempt. */
function countAfter(place: number, before: Counted | undefined, { limit, subject }: Counted): RawBuilder<unknown> {
  const expired = sql`rate_limits.window_start <= now() - make_interval(mins => ${limit.minutes})`;
  const admitted = before ? sql`from ${stepName(place - 1)} where hits <= ${before.limit.most}` : sql``;
  return sql`${stepName(place)} as (
    insert into rate_limits (bucket, subject_hash, window_start, hits)
    select ${limit.bucket}, ${hashOf(subject)}::bytea, now(), 1 ${admitted}
    on conflict (bucket, subject_hash) do update set
      hits = case when ${expired} then 1 else rate_limits.hits + 1 end,
      window_start = case when ${expired} then now() else rate_limits.window_start end
    returning hits, ${remaining(limit)} as remaining)`;
}

/** The network that an address is counted by: a home or a rented server has 2^64 IPv6 addresses, not one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [left = '', right] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const head = left.split(':').filter(Boolean);
  const tail = right?.split(':').filter(Boolean) ?? [];
  const zeros = right === undefined ? [] : Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].slice(0, 4).join(':');
}

function remaining(limit: Limit) {
  return sql<number>`ceil(extract(epoch from window_start + make_interval(mins => ${limit.minutes}) - now()))::int`;
}

function hashOf(subject: string): Buffer {
  return createHash('sha256').update(subject).digest();
}
