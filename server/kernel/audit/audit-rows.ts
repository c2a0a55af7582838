import type { BoundStatement } from '../db/transaction.ts';
import { type EventRow, eventsValue, insertEvents } from './event-rows.ts';

/** Finds the id of a row that leaves with the same commit, by a unique column whose value is known before. */
export type IdByKey = { readonly table: 'checkouts'; readonly column: 'reference'; readonly value: string };

export type AuditRow = {
  readonly domain_id: number;
  readonly actor_id: number | null;
  readonly user_id: number | null;
  readonly session_id: number | null;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: string | IdByKey;
  readonly facts: string;
  readonly request_id: string;
};

export type OriginRow = {
  readonly hash: Buffer;
  readonly salt: Buffer;
  readonly address: string;
  readonly device: string;
  readonly domain_id: number;
};

/** The audit rows of a unit of work, and the origin of its request. */
export type AuditRows = { readonly rows: AuditRow[]; origin: OriginRow | null };

/** Few enough that the texts for each number of rows can all be prepared. */
const MOST_AT_ONCE = 8;

/**
 * The statements that insert these rows. Sites come in the order of their ids, so that transactions that write to the
 * chains of two sites lock them in the same order. Events leave with the last of them, so that announcing adds no
 * statement and their order is that of the chain.
 */
export function insertAuditRows(
  { rows, origin }: AuditRows,
  events: readonly EventRow[] = [],
): readonly BoundStatement[] {
  const inOrder = rows.toSorted((one, other) => one.domain_id - other.domain_id);
  const parts = Array.from({ length: Math.ceil(rows.length / MOST_AT_ONCE) }, (_, part) =>
    inOrder.slice(part * MOST_AT_ONCE, (part + 1) * MOST_AT_ONCE),
  );
  return parts.map((part, index) =>
    insertInto(part, index === 0 ? origin : null, index === parts.length - 1 ? events : []),
  );
}

function insertInto(rows: readonly AuditRow[], origin: OriginRow | null, events: readonly EventRow[]): BoundStatement {
  const values: unknown[] = [];
  const cell = (value: unknown) => `$${values.push(value)}`;
  const idByKey = ({ table, column, value }: IdByKey) =>
    `(select id::text from ${table} where ${column} = ${cell(value)})`;
  const also = [
    ...(origin
      ? [
          `origin as (insert into request_origins (hash, salt, address, device, domain_id) values (${[origin.hash, origin.salt, origin.address, origin.device, origin.domain_id].map(cell).join(', ')}))`,
        ]
      : []),
    ...(events.length > 0 ? [`announced as (${insertEvents(cell(eventsValue(events)))})`] : []),
  ];
  const rowTexts = rows.map((row) =>
    [
      cell(row.domain_id),
      cell(row.actor_id),
      cell(row.user_id),
      cell(row.session_id),
      cell(row.action),
      cell(row.subject),
      typeof row.subject_id === 'string' ? cell(row.subject_id) : idByKey(row.subject_id),
      cell(row.facts),
      cell(row.request_id),
    ].join(', '),
  );
  const columns = 'domain_id, actor_id, user_id, session_id, action, subject, subject_id, facts, request_id';
  const withText = also.length > 0 ? `with ${also.join(', ')} ` : '';
  const text = `${withText}insert into audit_log (${columns}) values ${rowTexts.map((row) => `(${row})`).join(', ')}`;
  return { text, values };
}
