import { sql } from 'kysely';
import type { Store } from '../db/db.ts';
import { describeError, type Logger } from '../log.ts';

/** Calls are collected for this time, so that a call itself writes nothing. */
const COLLECTED_MS = 5_000;

type Use = { calls: number; refused: number; at: string; network: string };

/** Counts the calls of API keys by day, and notes when and from which network each was last used. */
export type KeyUse = {
  note(call: { readonly keyId: number; readonly network: string; readonly isRefused: boolean }): void;
  /** Writes what is left: before the process ends. */
  drain(): Promise<void>;
};

export function openKeyUse({ store, log }: { store: Store; log: Logger }): KeyUse {
  let uses = new Map<string, Use>();
  let timer: NodeJS.Timeout | null = null;
  let underWay: Promise<void> = Promise.resolve();

  const plan = () => {
    timer ??= setTimeout(() => void write(), COLLECTED_MS).unref();
  };

  const write = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    underWay = underWay.then(async () => {
      const taken = uses;
      uses = new Map();
      if (taken.size === 0) return;
      try {
        await writeUses(store, taken);
      } catch (error) {
        log.error({ error: describeError(error), keys: taken.size }, 'the use of API keys was not written');
        for (const [of, use] of taken) add(of, use);
        plan();
      }
    });
    return underWay;
  };

  const add = (of: string, { calls, refused, at, network }: Use) => {
    const use = uses.get(of);
    if (!use) uses.set(of, { calls, refused, at, network });
    else {
      use.calls += calls;
      use.refused += refused;
      if (at > use.at) Object.assign(use, { at, network });
    }
  };

  return {
    note({ keyId, network, isRefused }) {
      const at = new Date().toISOString();
      add(`${keyId} ${at.slice(0, 10)}`, { calls: 1, refused: isRefused ? 1 : 0, at, network });
      plan();
    },
    drain: write,
  };
}

/**
 * The last use is written at most once a minute. A key that is gone meanwhile has no row to write. Rows are locked in order,
 * because several processes write the use of the same keys.
 */
async function writeUses(store: Store, uses: ReadonlyMap<string, Use>): Promise<void> {
  const rows = [...uses].map(([of, use]) => ({ id: Number(of.split(' ')[0]), day: of.split(' ')[1], ...use }));
  await store.unaudited('the use of API keys is counted, not recorded', (db) =>
    sql`
      with used as (
        select k.id, k.domain_id, u.day, u.calls, u.refused, u.at, u.network
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as u(id integer, day date, calls integer, refused integer, at timestamptz, network text)
          join api_keys k on k.id = u.id order by k.id, u.day for no key update of k),
      counted as (
        insert into api_key_days (api_key_id, day, domain_id, calls, refused)
        select id, day, domain_id, calls, refused from used order by id, day
        on conflict (api_key_id, day) do update set calls = api_key_days.calls + excluded.calls,
          refused = api_key_days.refused + excluded.refused)
      update api_keys set last_used_at = newest.at, last_network = newest.network
      from (select distinct on (id) id, at, network from used order by id, at desc) newest
      where api_keys.id = newest.id
        and (last_used_at is null or last_used_at < newest.at - interval '1 minute')`.execute(db),
  );
}
