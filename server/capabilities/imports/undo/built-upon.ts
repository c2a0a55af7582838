import type { BuiltUpon } from '@vialkeep/contract/import-afterwards.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';

/** What stands on a row: the row, and the record by which an administrator recognises it. */
export type Foundation = {
  readonly kind: string;
  readonly target_id: number;
  readonly what: BuiltUpon['what'];
  readonly label: string;
};

/**
 * The rows of an import that are asked about: all that stand, or those of these ids. What a running undo has kept is
 * asked about no more, and keeps what it needs; before an undo, what an earlier one has kept may go with the others.
 */
export type Asked = {
  readonly id: number;
  readonly kind: string;
  readonly ids: readonly number[] | null;
  readonly isRunning: boolean;
};

/** What was built upon these rows since they were imported. The undo and the page before it ask by this statement. */
export async function findBuiltUpon(db: Db, asked: Asked): Promise<Foundation[]> {
  const { rows } = await sql<Foundation>`select distinct kind, target_id, what, label
    from (${statementFor(asked)}) found order by what, target_id, label`.execute(db);
  return [...rows];
}

function mayGo({ isRunning }: Asked): RawBuilder<unknown> {
  return isRunning ? sql`row.state = 'applied'` : sql`row.state in ('applied', 'kept')`;
}

function statementFor(asked: Asked): RawBuilder<unknown> {
  const stand = sql`stand as materialized (
    select row.kind, row.target_id, row.data from import_rows row
    where row.import_id = ${asked.id} and row.kind = ${asked.kind} and ${mayGo(asked)}
      and (${asked.ids === null} or row.target_id = any (${asked.ids ?? []}::integer[])))`;
  if (asked.kind === 'transactions') return sql`with ${stand} ${ofSales}`;
  if (asked.kind === 'labels') return sql`with ${stand} ${ofLabels(asked.id)}`;
  if (asked.kind === 'documents') return sql`with ${stand} ${ofDocuments(asked.id)}`;
  if (asked.kind === 'people') return sql`with ${stand} ${ofPeople(asked)}`;
  return sql`with ${stand} ${ofPatients(asked)}`;
}

const ofSales = sql`
  select stand.kind, stand.target_id, 'corrected' as what, 'Transaction #' || sold.id as label
  from stand join transactions sold on sold.id = stand.target_id where sold.version > 0
  union all
  select stand.kind, stand.target_id, 'referred', 'Transaction #' || stand.target_id
  from stand where exists (select from label_transactions where transaction_id = stand.target_id)
    or exists (select from refunds where transaction_id = stand.target_id)
    or exists (select from commission_lines where transaction_id = stand.target_id)`;

/**
 * Events of the chain that neither this import nor one that was undone has written, after those of this import. Of an
 * import that was undone in part, the events count where rows about the patient were kept.
 */
function chainWentOn(importId: number, patient: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from custody_events event where event.patient_id = ${patient}
    and event.position > coalesce((select min(own.position) from custody_events own
      where own.patient_id = ${patient} and own.request_id = ${`import-${importId}`}), 0)
    and event.request_id not in (${`import-${importId}`}, ${`undo-import-${importId}`})
    and not exists (select from imports undone where undone.state in ('undone', 'undone_in_part')
      and event.request_id in ('import-' || undone.id, 'undo-import-' || undone.id)
      and not exists (select from (
          select 'processing' as kind, ${patient} as target_id
          union all select 'vials', entry.id from vial_entries entry where entry.patient_id = ${patient}
          union all select 'documents', documents.id from documents where documents.signer_id = ${patient}
          union all select 'labels', label_id from label_patients where label_patients.patient_id = ${patient}) about
        join import_rows kept on kept.kind = about.kind and kept.target_id = about.target_id
        where kept.import_id = undone.id and kept.state = 'kept')))`;
}

/** A label stands for itself; its patients' chains tell of it. */
function ofLabels(id: number): RawBuilder<unknown> {
  return sql`
  select stand.kind, stand.target_id, 'edited' as what, 'Label #' || labels.id as label
  from stand join labels on labels.id = stand.target_id where labels.version > 1 or labels.letter_id is not null
  union all
  select stand.kind, stand.target_id, 'referred', 'Label #' || stand.target_id
  from stand where exists (select from label_transactions where label_id = stand.target_id)
  union all
  select stand.kind, stand.target_id, 'custody', users.username
  from stand join label_patients on label_patients.label_id = stand.target_id
    join users on users.id = label_patients.patient_id
  where ${chainWentOn(id, sql`users.id`)}`;
}

function ofDocuments(id: number): RawBuilder<unknown> {
  return sql`
  select stand.kind, stand.target_id, 'custody' as what, users.username as label
  from stand join documents on documents.id = stand.target_id join users on users.id = documents.signer_id
  where ${chainWentOn(id, sql`users.id`)}`;
}

function ofPatients({ id, kind }: Asked): RawBuilder<unknown> {
  const patient =
    kind === 'vials'
      ? sql`join vial_entries entry on entry.id = stand.target_id join users on users.id = entry.patient_id`
      : sql`join users on users.id = stand.target_id`;
  return sql`
    select stand.kind, stand.target_id, 'custody' as what, users.username as label
    from stand ${patient} where ${chainWentOn(id, sql`users.id`)}`;
}

function ofPeople(asked: Asked): RawBuilder<unknown> {
  const { id, isRunning } = asked;
  return sql`
    , own_relations as materialized (
      select made.value::integer as id from import_rows row,
        jsonb_array_elements_text(coalesce(row.before -> 'relations', '[]')) made (value)
      where row.import_id = ${id} and row.kind = 'people' and ${mayGo(asked)}
    ), own_sales as materialized (
      select row.target_id as id from import_rows row
      where row.import_id = ${id} and row.kind = 'transactions' and ${mayGo(asked)}
    ), own_labels as materialized (
      select row.target_id as id from import_rows row
      where row.import_id = ${id} and row.kind = 'labels' and ${mayGo(asked)}
    ), own_documents as materialized (
      select row.target_id as id from import_rows row
      where row.import_id = ${id} and row.kind = 'documents' and (row.state = 'undone' or ${mayGo(asked)})
    )
    select stand.kind, stand.target_id, case when users.last_login is not null then 'logged_in' else 'edited' end as what,
      users.username as label
    from stand join users on users.id = stand.target_id
    where users.last_login is not null or users.version > 0 or users.removed_at is not null
    union all
    select stand.kind, stand.target_id, 'custody', users.username
    from stand join users on users.id = stand.target_id where ${chainWentOn(id, sql`users.id`)}
    union all
    select stand.kind, stand.target_id, 'custody', users.username
    from stand join users on users.id = stand.target_id join vial_entries entry on entry.patient_id = users.id
      join import_rows row on row.kind = 'vials' and row.target_id = entry.id
    where ${isRunning} and row.import_id = ${id} and row.state = 'kept'
    union all
    select stand.kind, stand.target_id, 'referred', users.username
    from stand join users on users.id = stand.target_id
      join active_relations relation on relation.subject_id = users.id or relation.object_id = users.id
    where relation.id not in (select own_relations.id from own_relations)
    union all
    select stand.kind, stand.target_id, 'referred', 'Transaction #' || sold.id
    from transactions sold cross join lateral (values (sold.buyer_id), (sold.center_id), (sold.referral_center_id),
        (sold.staff_id), (sold.patient_id), (sold.rep_id), (sold.manager_id), (sold.distributor_id), (sold.affiliate_id))
        person (id) join stand on stand.target_id = person.id
    where sold.domain_id = (select domain_id from imports where imports.id = ${id})
      and sold.id not in (select own_sales.id from own_sales)
    union all
    select stand.kind, stand.target_id, 'referred', 'Label #' || labels.id
    from labels join stand on stand.target_id in (labels.requester_id, labels.center_id)
    where labels.id not in (select own_labels.id from own_labels)
    union all
    select stand.kind, stand.target_id, 'referred', 'Label #' || label_patients.label_id
    from label_patients join stand on stand.target_id = label_patients.patient_id
    where label_patients.label_id not in (select own_labels.id from own_labels)
    union all
    select stand.kind, stand.target_id, 'referred', 'Document #' || documents.id
    from documents join stand on stand.target_id in (documents.signer_id, documents.center_id)
    where documents.id not in (select own_documents.id from own_documents)`;
}

const messages: Record<BuiltUpon['what'], string> = {
  logged_in: 'People have logged in.',
  edited: 'People were edited.',
  custody: 'The chain of custody of patients went on.',
  corrected: 'Transactions were corrected.',
  referred: 'Other records name what was imported.',
};

const EXAMPLES = 20;

/** By what happened, with the first records of each. */
export function presentBuiltUpon(found: readonly Foundation[]): BuiltUpon[] {
  const byWhat = Map.groupBy(found, ({ what }) => what);
  return [...byWhat].map(([what, some]) => {
    const records = [...new Map(some.map((one) => [`${one.label} ${one.target_id}`, one])).values()];
    return {
      what,
      message: messages[what],
      count: records.length,
      examples: records.slice(0, EXAMPLES).map(({ target_id, label }) => ({ id: target_id, label })),
    };
  });
}

/** The kinds in the order in which they are undone. */
export const undoKinds = ['labels', 'documents', 'transactions', 'vials', 'processing', 'people'] as const;

/** Everything that was built upon an import, whatever its kind. A patient whose chain went on is named once. */
export async function findAllBuiltUpon(db: Db, id: number): Promise<Foundation[]> {
  const found: Foundation[] = [];
  for (const kind of undoKinds) {
    for (const one of await findBuiltUpon(db, { id, kind, ids: null, isRunning: false })) {
      if (!found.some(({ what, label }) => what === one.what && label === one.label)) found.push(one);
    }
  }
  return found;
}
