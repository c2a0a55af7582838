import type { BuiltUpon } from '@vialkeep/contract/import-afterwards.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { type Listing, listings, type Reference, type ReferredTable, references } from './references.ts';

/** What stands on a row: the row, and the record by which an administrator recognises it. */
export type Foundation = {
  readonly kind: string;
  readonly target_id: number;
  readonly what: BuiltUpon['what'];
  readonly label: string;
  /** The person whom the label names. */
  readonly person: number | null;
};

/** A range of the rows of a file. */
export type RowRange = { readonly fileId: number; readonly from: number; readonly to: number };

/**
 * The rows of an import that are asked about: those of a range, or those of these ids. What a running undo has kept is
 * asked about no more, and keeps what it needs; before an undo, what an earlier one has kept may go with the others.
 */
export type Asked = {
  readonly id: number;
  readonly kind: UndoKind;
  readonly rows: RowRange | readonly number[];
  readonly isRunning: boolean;
};

/** The kinds in the order in which they are undone. */
export const undoKinds = ['labels', 'documents', 'transactions', 'vials', 'processing', 'people'] as const;
export type UndoKind = (typeof undoKinds)[number];

/**
 * What was built upon these rows since they were imported. The undo and the page before it ask by this statement, for every
 * site, because a rule that is of all sites can name a person.
 */
export async function findBuiltUpon(db: Db, asked: Asked): Promise<Foundation[]> {
  const { rows } = await sql<Foundation>`select distinct kind, target_id, what, label, person
    from (${statementFor(asked)}) found order by what, target_id, label`.execute(db);
  return [...rows];
}

function mayGo({ isRunning }: Asked, row: RawBuilder<unknown>): RawBuilder<unknown> {
  return isRunning ? sql`${row}.state = 'applied'` : sql`${row}.state in ('applied', 'kept')`;
}

function statementFor(asked: Asked): RawBuilder<unknown> {
  const { rows } = asked;
  const place =
    'fileId' in rows
      ? sql`row.file_id = ${rows.fileId} and row.row_no > ${rows.from} and row.row_no <= ${rows.to}`
      : sql`row.target_id = any (${rows}::integer[])`;
  const stand = sql`stand as materialized (
    select row.kind, row.target_id, row.data from import_rows row
    where row.import_id = ${asked.id} and row.kind = ${asked.kind} and ${mayGo(asked, sql`row`)} and ${place})`;
  if (asked.kind === 'transactions') return sql`with ${stand} ${ofSales(asked)}`;
  if (asked.kind === 'labels') return sql`with ${stand} ${ofLabels(asked)}`;
  if (asked.kind === 'documents') return sql`with ${stand} ${ofDocuments(asked)}`;
  if (asked.kind === 'people') return sql`with ${stand} ${ofPeople(asked)}`;
  return sql`with ${stand} ${ofPatients(asked)}`;
}

/** Two people can have the same name. */
const personName = sql`users.username || ' (#' || users.id || ')'`;

const people = sql`(select id, ${personName} as name, id as person from users)`;

const named = sql`named.name || case when named.id is null then ' of ' || record.name || named.other
  else ' #' || named.id end`;

/** Rows of other tables that name what stands on the import; `records` are these with their person (id, name, person). */
function referred(asked: Asked, table: ReferredTable, records: RawBuilder<unknown>): RawBuilder<unknown> {
  const counted = Object.entries(references[table]).flatMap(([column, reference]) =>
    'counts' in reference ? [naming(asked, table, column, reference)] : [],
  );
  const listed = Object.entries(listings[table] ?? {}).map(([column, listing]) =>
    listsOf(asked, table, column, listing),
  );
  return sql`select named.kind, named.target_id, 'referred' as what, ${named} as label, record.person
    from (${sql.join([...counted, ...listed], sql` union all `)}) named join ${records} record on record.id = named.target_id`;
}

type Counting = Extract<Reference, { counts: string }>;

/** A vial stands for the entry with which it came. */
const throughEntry = sql`join vials on vials.added_entry_id = stand.target_id`;

function naming(asked: Asked, table: ReferredTable, place: string, reference: Counting): RawBuilder<unknown> {
  const [source = '', column = ''] = place.split('.');
  const id = reference.numbered ? sql`naming.${sql.ref(reference.id ?? 'id')}` : sql`null::integer`;
  const through = table === 'vials' ? throughEntry : sql``;
  const target = table === 'vials' ? sql`vials.id` : sql`stand.target_id`;
  const other =
    reference.other === undefined
      ? sql`''`
      : sql`(select ' with ' || ${personName} from users where users.id = naming.${sql.ref(reference.other)})`;
  return sql`select stand.kind, stand.target_id, ${reference.counts}::text as name, ${id} as id, ${other} as other
    from stand ${through} join ${sql.table(source)} naming on naming.${sql.ref(column)} = ${target}
    where ${isForeign(asked, reference)}`;
}

function listsOf(asked: Asked, table: ReferredTable, place: string, listing: Listing): RawBuilder<unknown> {
  const [source = '', column = ''] = place.split('.');
  const list = sql`naming.${sql.ref(column)}`;
  const items =
    listing.within === undefined ? sql`unnest(${list})` : sql`jsonb_array_elements_text(${list} -> ${listing.within})`;
  const target = listing.by === 'code' ? sql`vials.code` : sql`stand.target_id`;
  return sql`select stand.kind, stand.target_id, ${listing.counts}::text as name,
      ${listing.numbered ? sql`naming.id` : sql`null::integer`} as id, '' as other
    from stand ${table === 'vials' ? throughEntry : sql``}
      join (${sql.table(source)} naming cross join ${items} listed (item)) on listed.item = ${target}
    where naming.${sql.ref(listing.since)} >= (select created_at from imports where id = ${asked.id})`;
}

/** Neither this import made the row, as far as it can go with it, nor one that took it back. */
function isForeign(asked: Asked, { made, id = 'id' }: Counting): RawBuilder<unknown> {
  const own = (kind: string, target: string) => sql`select from import_rows own
    where own.kind = ${kind}::text and own.target_id = naming.${sql.ref(target)}`;
  const isOwn = sql`own.import_id = ${asked.id} and ${mayGo(asked, sql`own`)}`;
  if (made === undefined) return sql`true`;
  if (made !== 'relations') return sql`not exists (${own(made, id)} and (${isOwn} or own.state = 'undone'))`;
  return sql`naming.ended_at is null and not exists (${own('people', 'subject_id')} and ${isOwn}
    and own.before -> 'relations' @> to_jsonb(naming.id))`;
}

function ofSales(asked: Asked): RawBuilder<unknown> {
  return sql`
  select stand.kind, stand.target_id, 'corrected' as what, 'Transaction #' || sold.id as label, null::integer as person
  from stand join transactions sold on sold.id = stand.target_id where sold.version > 0
  union all
  ${referred(asked, 'transactions', sql`(select id, 'transaction #' || id as name, null::integer as person from transactions)`)}`;
}

/**
 * Events of the chain that neither this import nor one that was undone has written, after those of this import. Of an
 * import that was undone in part, the events count where rows about the patient were kept. Where a carrier says that a
 * shipment is, nothing is built upon it.
 */
function chainWentOn(importId: number, patient: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (select from custody_events event where event.patient_id = ${patient}
    and event.position > coalesce((select min(own.position) from custody_events own
      where own.patient_id = ${patient} and own.request_id = ${`import-${importId}`}), 0)
    and event.kind <> 'label.tracked'
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

/** What tells of a patient to whom a row belongs: the chain went on, or the patient was removed or erased. */
function ofPatient(asked: Asked, join: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
  select stand.kind, stand.target_id, case when users.removed_at is not null then 'edited' else 'custody' end as what,
    ${personName} as label, users.id as person
  from stand ${join} where users.removed_at is not null or ${chainWentOn(asked.id, sql`users.id`)}`;
}

/** A label stands for itself; its patients' chains tell of it. */
function ofLabels(asked: Asked): RawBuilder<unknown> {
  const patients = sql`join label_patients on label_patients.label_id = stand.target_id
    join users on users.id = label_patients.patient_id`;
  return sql`
  select stand.kind, stand.target_id, 'edited' as what, 'Label #' || labels.id as label, null::integer as person
  from stand join labels on labels.id = stand.target_id where labels.version > 1 or labels.letter_id is not null
    or labels.asked_carrier_at is not null or labels.carrier_doubt is not null
  union all
  ${referred(asked, 'labels', sql`(select id, 'label #' || id as name, null::integer as person from labels)`)}
  union all
  ${ofPatient(asked, patients)}`;
}

function ofDocuments(asked: Asked): RawBuilder<unknown> {
  const signer = sql`join documents on documents.id = stand.target_id join users on users.id = documents.signer_id`;
  return sql`
  ${ofPatient(asked, signer)}
  union all
  ${referred(asked, 'documents', sql`(select id, 'document #' || id as name, null::integer as person from documents)`)}`;
}

function ofPatients(asked: Asked): RawBuilder<unknown> {
  if (asked.kind === 'processing') return ofPatient(asked, sql`join users on users.id = stand.target_id`);
  const entries = sql`(select vial_entries.id, ${personName} as name, users.id as person
    from vial_entries join users on users.id = vial_entries.patient_id)`;
  const patient = sql`join vial_entries entry on entry.id = stand.target_id join users on users.id = entry.patient_id`;
  return sql`
    ${ofPatient(asked, patient)}
    union all
    ${referred(asked, 'vial_entries', entries)}
    union all
    ${referred(asked, 'vials', entries)}`;
}

/** A checkout names its patient in what was ordered; one that has ended is told by the transaction. */
const openCheckouts = sql`
  select stand.kind, stand.target_id, 'referred' as what, 'Checkout of ' || ${personName} as label, users.id as person
  from checkouts open join stand on stand.target_id = (open.ordered ->> 'patientId')::integer
    join users on users.id = stand.target_id
  where open.state in ('begun', 'held')`;

function ofPeople(asked: Asked): RawBuilder<unknown> {
  const { id, isRunning } = asked;
  return sql`
    select stand.kind, stand.target_id, case when users.last_login is not null then 'logged_in' else 'edited' end as what,
      ${personName} as label, users.id as person
    from stand join users on users.id = stand.target_id
    where users.last_login is not null or users.version > 0 or users.removed_at is not null
    union all
    select stand.kind, stand.target_id, 'custody', ${personName}, users.id
    from stand join users on users.id = stand.target_id where ${chainWentOn(id, sql`users.id`)}
    union all
    select stand.kind, stand.target_id, 'custody', ${personName}, users.id
    from stand join users on users.id = stand.target_id join vial_entries entry on entry.patient_id = users.id
      join import_rows row on row.kind = 'vials' and row.target_id = entry.id
    where ${isRunning} and row.import_id = ${id} and row.state = 'kept'
    union all
    ${openCheckouts}
    union all
    ${referred(asked, 'users', people)}`;
}

const messages: Record<BuiltUpon['what'], string> = {
  logged_in: 'People have logged in.',
  edited: 'People or labels were edited or removed.',
  custody: 'The chain of custody of patients went on.',
  corrected: 'Transactions were corrected.',
  referred: 'Other records name what was imported.',
};

const EXAMPLES = 20;

/** By what happened, with the first records of each. */
export function presentBuiltUpon(found: readonly Foundation[]): BuiltUpon[] {
  const byWhat = Map.groupBy(found, ({ what }) => what);
  return [...byWhat].map(([what, some]) => {
    const records = [...new Map(some.map((one) => [one.label, one])).values()];
    return {
      what,
      message: messages[what],
      count: records.length,
      examples: records.slice(0, EXAMPLES).map(({ target_id, label, person }) => ({ id: person ?? target_id, label })),
    };
  });
}

/** Rows that one statement looks at. */
const ROWS_AT_ONCE = 5_000;

/** More say no more about whether an undo is possible. */
const MOST_FOUND = 10_000;

/** The ranges of the rows of one kind, so that no statement is about all of them. */
export async function* rangesOf(db: Db, importId: number, kind: UndoKind): AsyncGenerator<RowRange> {
  const { rows: files } = await sql<{ id: number; last: number | null }>`
    select file.id, (select max(row.row_no) from import_rows row where row.file_id = file.id) as last
    from import_files file where file.import_id = ${importId} and file.kind = ${kind} order by file.id`.execute(db);
  for (const { id, last } of files) {
    for (let from = 0; from < (last ?? 0); from += ROWS_AT_ONCE) yield { fileId: id, from, to: from + ROWS_AT_ONCE };
  }
}

export type Outlook = { readonly found: Foundation[]; readonly isComplete: boolean };

/**
 * What was built upon an import, whatever its kind, as far as the time allows. A patient whose chain went on is named once.
 */
export async function findAllBuiltUpon(db: Db, id: number, withinMs: number): Promise<Outlook> {
  const until = performance.now() + withinMs;
  const found = new Map<string, Foundation>();
  for (const kind of undoKinds) {
    for await (const rows of rangesOf(db, id, kind)) {
      if (performance.now() > until || found.size >= MOST_FOUND)
        return { found: [...found.values()], isComplete: false };
      for (const one of await findBuiltUpon(db, { id, kind, rows, isRunning: false })) {
        const key = `${one.what} ${one.label}`;
        if (!found.has(key)) found.set(key, one);
      }
    }
  }
  return { found: [...found.values()], isComplete: true };
}
