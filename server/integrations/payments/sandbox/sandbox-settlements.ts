import { sql } from 'kysely';
import type { Store } from '../../../kernel/db/db.ts';
import type { Payments } from '../../../ports/payments.ts';
import type { GatewayState, SettlementsPage } from '../../../ports/settlements.ts';
import { CHARGED_BACK_LAST4 } from './test-cards.ts';

export const SANDBOX_PAGE_SIZE = 1_000;

type Row = {
  id: string;
  kind: 'charge' | 'refund';
  state: GatewayState;
  reference: string;
  cents: number;
  submitted_at: Date;
  batch: string | null;
  batch_at: Date | null;
};

/**
 * The sandbox closes a batch every hour, with all that settled within the hour. The database's clock decides, and a batch
 * that is listed gets nothing more.
 */
export function sandboxSettlements(store: Store, settlesSeconds: number): Pick<Payments, 'settlements'> {
  async function readRows(from: Date, until: Date): Promise<readonly Row[]> {
    const { rows } = await store.unaudited('the sandbox is an outside system', (db) =>
      sql<Row>`
        with made as (
          select id, 'charge' as kind, state, last4, reference, amount_cents, created_at,
            settled_at + make_interval(secs => ${settlesSeconds}) as settles_at
          from sandbox_charges where state in ('approved', 'held', 'voided')
          union all
          select id, 'refund', 'approved', '', reference, amount_cents, created_at,
            created_at + make_interval(secs => ${settlesSeconds})
          from sandbox_refunds
        ), timed as (
          select *, state = 'approved' and settles_at < date_trunc('hour', now()) as is_settled,
            date_trunc('hour', settles_at) + interval '1 hour' as batch_at
          from made
        )
        select id::text, kind, case
            when state = 'voided' then 'voided'
            when not is_settled then 'unsettled'
            when last4 = ${CHARGED_BACK_LAST4} then 'charged_back'
            else 'settled' end as state,
          reference, amount_cents::float8 as cents, created_at as submitted_at,
          case when is_settled then 'S' || to_char(settles_at at time zone 'UTC', 'YYYYMMDDHH24') end as batch,
          case when is_settled then batch_at end as batch_at
        from timed
        where case when is_settled then batch_at between ${from} and ${until}
          when state = 'voided' then created_at between ${from} and ${until}
          else true end
        order by batch nulls first, timed.id desc`.execute(db),
    );
    return rows;
  }

  return {
    async *settlements(from, until) {
      for (const rows of Map.groupBy(await readRows(from, until), ({ batch }) => batch).values()) {
        for (let start = 0; start < rows.length; start += SANDBOX_PAGE_SIZE) {
          yield presentPage(rows.slice(start, start + SANDBOX_PAGE_SIZE));
        }
      }
    },
  };
}

function presentPage(rows: readonly Row[]): SettlementsPage {
  const [first] = rows;
  return {
    batch: first?.batch && first.batch_at ? { id: first.batch, settledAt: first.batch_at } : null,
    transactions: rows.map(({ id, kind, state, reference, cents, submitted_at }) => ({
      gatewayId: id,
      kind,
      state,
      reference,
      cents,
      submittedAt: submitted_at,
    })),
  };
}
