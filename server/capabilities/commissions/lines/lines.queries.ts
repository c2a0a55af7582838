import { MOST_COUNTED } from '@vialkeep/contract/audit.ts';
import type { listOwnCommissions } from '@vialkeep/contract/commissions.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { PageRange } from '../../../kernel/db/fixed-limit.ts';
import type { Call } from '../../../kernel/http/handle.ts';
import type { Actor } from '../../../kernel/session/actor.ts';

export type LineRow = {
  readonly id: number;
  readonly domain_id: number;
  readonly site: string;
  readonly day: string;
  readonly person_id: number;
  readonly person_name: string | null;
  readonly level: 'rep' | 'manager' | 'distributor' | 'affiliate' | 'house' | 'none';
  readonly kind: 'earned' | 'clawback' | 'corrected' | 'adjustment';
  readonly transaction_id: number | null;
  readonly patient_id: number | null;
  readonly refund_id: number | null;
  readonly product: string | null;
  readonly quantity: number;
  readonly base_cents: number;
  readonly rate_bp: number | null;
  readonly piece_cents: number | null;
  readonly cents: number;
  readonly words: string | null;
  readonly reason: string;
  readonly state: 'retained' | 'paid' | 'in_run' | 'disputed' | 'held' | 'payable';
  readonly payable_on: string;
  readonly paid_on: string | null;
  readonly payout_id: number | null;
  readonly retained: boolean;
  readonly dispute: DisputeRow | null;
};

export type DisputeRow = {
  readonly id: number;
  readonly state: 'open' | 'kept' | 'adjusted';
  readonly messages: readonly { id: number; from: 'payee' | 'administrator'; text: string; at: string }[];
};

type Condition = RawBuilder<boolean>;
type Filters = Pick<Call<typeof listOwnCommissions>['query'], 'state' | 'month'>;
/** The last dispute of a line with its messages, as JSON. */
const lastDispute = sql`(
  select jsonb_build_object('id', dispute.id, 'state', dispute.state, 'messages', (
    select coalesce(jsonb_agg(jsonb_build_object('id', message.id, 'text', message.text,
      'from', case message.author_id when line.person_id then 'payee' else 'administrator' end,
      'at', to_char(message.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by message.id), '[]')
    from commission_messages message where message.dispute_id = dispute.id))
  from commission_disputes dispute where dispute.line_id = line.id order by dispute.id desc limit 1)`;

/** Whether a line has an open question, in any state. */
export const isDisputed = sql<boolean>`exists (
  select from commission_disputes dispute where dispute.line_id = line.id and dispute.state = 'open')`;

/** Whether no run takes a line because of an open question about it, or about the line that it corrects or takes back. */
export const isHeldByQuestion = sql<boolean>`exists (
  select from commission_disputes dispute where dispute.state = 'open' and dispute.line_id = any (array[line.id,
    case when line.kind in ('clawback', 'corrected') then line.of_line_id end]))`;

/** What is owed, by the day on which it falls due, as the overview of money counts it. */
export const owedConditions: Readonly<Record<'held' | 'payable' | 'all', Condition>> = {
  all: sql`not line.retained and line.paid_on is null`,
  held: sql`not line.retained and line.paid_on is null and line.payable_on > day_of(now())`,
  payable: sql`not line.retained and line.paid_on is null and line.payable_on <= day_of(now())`,
};

/** Each state as a condition, by which an index can be used. */
const conditions: Readonly<Record<LineRow['state'], Condition>> = {
  retained: sql`line.retained`,
  paid: sql`not line.retained and line.paid_on is not null`,
  in_run: sql`not line.retained and line.paid_on is null and line.payout_id is not null`,
  disputed: sql`not line.retained and line.paid_on is null and line.payout_id is null and ${isHeldByQuestion}`,
  held: sql`not line.retained and line.paid_on is null and line.payout_id is null and not ${isHeldByQuestion}
    and line.payable_on > day_of(now())`,
  payable: sql`not line.retained and line.paid_on is null and line.payout_id is null and not ${isHeldByQuestion}
    and line.payable_on <= day_of(now())`,
};

/** Whether a day is in a month, YYYY-MM. */
export function isInMonth(day: 'earned_on' | 'payable_on', month: string): Condition {
  const first = sql`${`${month}-01`}::date`;
  const column = sql.ref(`line.${day}`);
  return sql`${column} >= ${first} and ${column} < (${first} + interval '1 month')::date`;
}

/** Limits lines to those of a state and a month. */
export function matching({ state, month }: Filters): Condition {
  return sql`${state === undefined ? sql`true` : conditions[state]} and ${
    month === undefined ? sql`true` : isInMonth('earned_on', month)
  }`;
}

/** The lines of the sites that an administrator sees. The connection's scope enforces the same a second time. */
export function onSitesOf({ scope }: Actor, domainId?: number): Condition {
  const sites = [...(scope === 'platform' ? [] : [scope]), ...(domainId === undefined ? [] : [domainId])];
  return sites.length === 0
    ? sql`true`
    : sql`${sql.join(
        sites.map((site) => sql`line.domain_id = ${site}`),
        sql` and `,
      )}`;
}

/** One page of lines, newest first, or all of them in the order in which they were written. */
export async function listLines(db: Db, condition: Condition, page?: PageRange): Promise<LineRow[]> {
  const order = page
    ? sql`order by line.earned_on desc, line.id desc limit ${page.limit} offset ${page.offset}`
    : sql`order by line.id`;
  const { rows } = await sql<LineRow>`
    with line as (select line.* from commission_lines line where ${condition} ${order})
    select line.id, line.domain_id, domains.name as site, line.earned_on::text as day, line.person_id,
      account.username as person_name, line.level, line.kind, line.transaction_id, sold.patient_id, line.refund_id,
      products.name as product, line.quantity, line.base_cents::float8 as base_cents, line.rate_bp, line.piece_cents,
      line.cents::float8 as cents, rule.words, line.reason,
      commission_state(line.retained, line.paid_on, line.payout_id, ${isHeldByQuestion}, line.payable_on) as state,
      line.payable_on::text as payable_on, case when line.paid_how <> 'before' then line.paid_on::text end as paid_on,
      line.payout_id, line.retained,
      ${lastDispute} as dispute
    from line join domains on domains.id = line.domain_id
      left join commission_rules rule on rule.id = line.rule_id
      left join transactions sold on sold.id = line.transaction_id
      left join products on products.id = sold.product_id
      left join account_names account on account.id = line.person_id
    ${page ? sql`order by line.earned_on desc, line.id desc` : sql`order by line.id`}`.execute(db);
  return rows;
}

/** Counts lines up to a limit, so that a long list costs as much as a short one. */
export async function countLines(db: Db, condition: Condition): Promise<{ count: number; count_is_exact: boolean }> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from (select from commission_lines line where ${condition}
      limit ${MOST_COUNTED + 1}) counted`.execute(db);
  const n = rows[0]?.n ?? 0;
  return { count: Math.min(n, MOST_COUNTED), count_is_exact: n <= MOST_COUNTED };
}
