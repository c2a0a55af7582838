import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from './db/db.ts';
import { refuse } from './http/refuse.ts';

export type Limit = { bucket: string; most: number; minutes: number };

export type RateLimits = {
  /** Counts one attempt; refuses with 429 once there were more than `most` within the window. */
  count(limit: Limit, subject: string): Promise<void>;
  /** Forgets what was counted. */
  forget(limit: Limit, subject: string): Promise<void>;
};

/** Subjects are addresses and e-mails, so only their hash is kept. */
export function openRateLimits(store: Store): RateLimits {
  const why = 'attempts are counted, not recorded';

  return {
    async count(limit, subject) {
      const row = await store.unaudited(why, (db) => {
        const expired = sql<boolean>`rate_limits.window_start <= now() - make_interval(mins => ${limit.minutes})`;
        return db
          .insertInto('rate_limits')
          .values({ bucket: limit.bucket, subject_hash: hashOf(subject), window_start: sql`now()`, hits: 1 })
          .onConflict((conflict) =>
            conflict.columns(['bucket', 'subject_hash']).doUpdateSet({
              hits: sql`case when ${expired} then 1 else rate_limits.hits + 1 end`,
              window_start: sql`case when ${expired} then now() else rate_limits.window_start end`,
            }),
          )
          .returning(['hits', remaining(limit).as('remaining')])
          .executeTakeFirstOrThrow();
      });
      if (row.hits > limit.most) throw refuse('too_many_requests', { retryAfterSeconds: row.remaining });
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

/** Where an address comes from, for counting: a home or a rented server has 2^64 addresses of version 6, not one. */
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
