import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import { relationKinds, saleFields } from '../check/find-problems.ts';

/** The steps of an import, in their order. Each takes rows until none is left. */
export const steps = [
  'people',
  'relations',
  'processing',
  'added vials',
  'vials shipped by code',
  'shipped vials',
  'transactions',
  'documents',
  'labels',
] as const;
export type Step = (typeof steps)[number];

/** The rows that a step takes next. */
const waiting = {
  people: sql`kind = 'people' and state = 'new'`,
  relations: sql`kind = 'people' and state = 'applied' and not is_related`,
  processing: sql`kind = 'processing' and state = 'new'`,
  'added vials': sql`kind = 'vials' and state = 'new' and data ->> 'type' = 'added'`,
  'vials shipped by code': sql`kind = 'vials' and state = 'new' and data ->> 'type' = 'shipped' and data ? 'codes'`,
  'shipped vials': sql`kind = 'vials' and state = 'new' and data ->> 'type' = 'shipped'`,
  transactions: sql`kind = 'transactions' and state = 'new'`,
  documents: sql`kind = 'documents' and state = 'new'`,
  labels: sql`kind = 'labels' and state = 'new'`,
} as const;

/** What makes a row one of those that a step takes, as a condition on `import_rows`. */
export function waitingFor(step: Step) {
  return waiting[step];
}

export type TakenRow = {
  readonly file_id: number;
  readonly row_no: number;
  readonly key: string | null;
  readonly target_id: number | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The people whom the row names: field and account, in the order of the cell. */
  readonly people: readonly { readonly field: string; readonly id: number }[];
};

const NAMED = ['patient', 'patients', ...relationKinds, ...saleFields];

/** How far a step has come: its last row. */
export type StepPlace = { readonly file_id: number; readonly row_no: number };

export const atStart: StepPlace = { file_id: 0, row_no: 0 };

/** Takes the next rows of a step and locks them; those before a place are not read again. A batch has a limited number of vials. */
export async function takeRows(
  work: Work,
  about: { readonly id: number; readonly domainId: number },
  step: Step,
  { most, after }: { readonly most: number; readonly after: StepPlace },
): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    with taken as materialized (
      select file_id, row_no, key, target_id, data from import_rows
      where import_id = ${about.id} and ${waiting[step]}
        and (file_id, row_no) > (${after.file_id}::integer, ${after.row_no}::integer)
      order by file_id, row_no limit ${most} for update
    ), counted as (
      select taken.*, sum(case when ${step} like '%vials%' then (data ->> 'quantity')::integer else 0 end)
        over (order by file_id, row_no) as vials, row_number() over (order by file_id, row_no) as n
      from taken
    )
    select file_id, row_no, key, target_id, data, coalesce(named.people, '[]') as people
    from counted left join lateral (
      select jsonb_agg(distinct jsonb_build_object('field', field.name, 'id', person.user_id)) as people
      from unnest(${[...new Set(NAMED)]}::text[]) field (name)
        cross join jsonb_array_elements_text(case jsonb_typeof(data -> field.name) when 'array'
          then data -> field.name else '[]' end) ref (value)
        cross join lateral imported_person(${about.id}, ${about.domainId}, ref.value) person
      where person.user_id is not null
    ) named on ${step} <> 'people'
    where n = 1 or vials <= ${MOST_VIALS}
    order by file_id, row_no`.execute(work.db);
  return rows;
}

const MOST_VIALS = 10_000;
