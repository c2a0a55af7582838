import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import type { PersonalTable } from '../personal-table.ts';

export type ExportedPerson = {
  readonly id: number;
  readonly domainId: number;
  /** Addresses that the person has proved; rows of their site without an account are found by these. */
  readonly emails: readonly string[];
};

export type ExportedRow = Readonly<Record<string, unknown>>;

const ROWS_AT_ONCE = 2_000;

/**
 * Reads the rows of a table that are about the person, and of those that only name the person the columns that they may
 * see.
 */
export async function* personRows(
  db: Db,
  table: string,
  decision: PersonalTable,
  person: ExportedPerson,
): AsyncGenerator<readonly ExportedRow[]> {
  const own = ownCondition(decision);
  const { ids = [], lists = [], shown = [] } = decision.named ?? {};
  const named = `(${anyOfColumns(ids)} or ${anyOfLists(lists)})`;
  const text = `select case when ${own} then to_jsonb(t) - $omitted else
      coalesce((select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t)) where key = any ($shown)), '{}') end as row
    from ${table} t where ${own} or ${named} order by t.tableoid, t.ctid`;
  for (let offset = 0; ; offset += ROWS_AT_ONCE) {
    const { rows } = await fill(`${text} limit ${ROWS_AT_ONCE} offset ${offset}`, {
      ':person': sql`${person.id}::integer`,
      ':emails': sql`${person.emails}::text[]`,
      ':domain': sql`${person.domainId}::integer`,
      $omitted: sql`${decision.omitted ?? []}::text[]`,
      $shown: sql`${[...shown, ...ids]}::text[]`,
    }).execute(db);
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** The table of decisions is part of the code, so its names and conditions are no input. */
function ownCondition({ ids = [], emails = [], where }: PersonalTable): string {
  const conditions = [
    anyOfColumns(ids),
    ...emails.map((column) => `(t.domain_id = :domain and lower(t.${column}) = any (:emails))`),
    ...(where === undefined ? [] : [`(${where})`]),
  ];
  return `coalesce(${conditions.join(' or ')}, false)`;
}

function anyOfColumns(columns: readonly string[]): string {
  return columns.length === 0
    ? 'false'
    : `coalesce(${columns.map((column) => `t.${column} = :person`).join(' or ')}, false)`;
}

function anyOfLists(columns: readonly string[]): string {
  return columns.length === 0
    ? 'false'
    : `coalesce(${columns.map((column) => `:person = any (t.${column})`).join(' or ')}, false)`;
}

type Fillings = Readonly<Record<string, ReturnType<typeof sql>>>;

/** Puts parameters into the places of a text. */
function fill(text: string, values: Fillings) {
  const parts = text.split(/(:person\b|:emails\b|:domain\b|\$omitted\b|\$shown\b)/);
  return sql<{ row: ExportedRow }>`${sql.join(
    parts.map((part) => values[part] ?? sql.raw(part)),
    sql.raw(''),
  )}`;
}
