import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';

/** An import, and the rows that are looked at: all that were read, or those that are still to be written. */
export type CheckedImport = { readonly id: number; readonly domainId: number; readonly isApplied: boolean };

/**
 * Finds what speaks against the rows of an import, by what stands in the database and in its other rows. The check and
 * the import run these same statements, so that their verdicts are one. Returns the number of new problems.
 */
export async function findProblems(db: Db, about: CheckedImport): Promise<number> {
  let found = await findRepeatedKeys(db, about);
  found += await findPeopleProblems(db, about);
  await markExisting(db, about);
  // A person whose row cannot be taken is no person for the rows that name them.
  const again = { ...about, isApplied: true };
  for (let added = await addProblems(db, about, relationProblems(about)); added > 0; ) {
    found += added;
    added = await addProblems(db, about, relationProblems(again));
  }
  found += await addProblems(db, about, processingProblems(about));
  found += await addProblems(db, about, vialProblems(about));
  for (let added = await addProblems(db, about, codeProblems(about)); added > 0; ) {
    found += added;
    added = await addProblems(db, about, codeProblems(again));
  }
  found += await addProblems(db, about, stockProblems(about));
  found += await addProblems(db, about, transactionProblems(about));
  found += await addProblems(db, about, documentProblems(about));
  await markKnownDocuments(db, about);
  found += await addProblems(db, about, repeatedDocuments(about));
  found += await addProblems(db, about, labelProblems(about));
  await markNamedPdfs(db, about);
  return found;
}

function lookedAt({ id, isApplied }: CheckedImport, kind: string): RawBuilder<unknown> {
  return isApplied
    ? sql`row.import_id = ${id} and row.kind = ${kind} and row.state = 'new'`
    : sql`row.import_id = ${id} and row.kind = ${kind} and row.state in ('new', 'bad')`;
}

/** Adds problems that `found` selects as (file_id, row_no, field, value, reason); a row has each problem once. */
async function addProblems(db: Db, { id }: CheckedImport, found: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ added: number }>`
    with found as (
      select file_id, row_no, jsonb_agg(distinct jsonb_build_object('field', field, 'value', left(value, 200),
        'reason', reason)) as problems
      from (${found}) problem where reason is not null group by 1, 2
    ), changed as (
      update import_rows row set state = 'bad', problems = (select jsonb_agg(problem)
          from (select problem from jsonb_array_elements(row.problems) problem
            union select problem from jsonb_array_elements(found.problems) problem) both_of_them)
      from found
      where row.import_id = ${id} and row.file_id = found.file_id and row.row_no = found.row_no
        and not row.problems @> found.problems
      returning 1
    ) select count(*)::integer as added from changed`.execute(db);
  return rows[0]?.added ?? 0;
}

/** A key that an earlier row of the import has. The rows are numbered, so that no statistics are needed to be fast. */
function findRepeatedKeys(db: Db, about: CheckedImport): Promise<number> {
  return addProblems(
    db,
    about,
    sql`
    select row.file_id, row.row_no, 'key' as field, row.key as value, 'twice_in_file' as reason
    from (select import_rows.*,
        row_number() over (partition by import_rows.kind, import_rows.key order by file_id, row_no) as n
      from import_rows where import_id = ${about.id} and import_rows.key is not null
        and import_rows.kind in ('people', 'vials', 'transactions', 'labels')) row
    where row.n > 1 and row.state in ('new', ${about.isApplied ? 'new' : 'bad'})`,
  );
}

/** The account that a row of a person would be: by the key that an import gave it, or by its e-mail. */
const accountOfRow = (domainId: number) => sql`lateral (
    select users.id, users.plan_id, users.email, 'key' as found_by from source_keys known
      join users on users.id = known.target_id and users.removed_at is null
    where known.domain_id = ${domainId} and known.kind = 'people' and known.key = row.key
    union all
    select users.id, users.plan_id, users.email, 'email' from users
    where lower(users.email) = row.email and users.domain_id = ${domainId} and users.removed_at is null
    order by found_by desc limit 1)`;

function findPeopleProblems(db: Db, about: CheckedImport): Promise<number> {
  return addProblems(
    db,
    about,
    sql`
    select row.file_id, row.row_no, 'email' as field, row.email as value, 'twice_in_file' as reason
    from (select import_rows.*, row_number() over (partition by import_rows.email order by file_id, row_no) as n
      from import_rows where import_id = ${about.id} and import_rows.kind = 'people'
        and import_rows.email is not null) row
    where row.n > 1 and row.state in ('new', ${about.isApplied ? 'new' : 'bad'})
    union all
    select row.file_id, row.row_no, case when by_key.id is not null then 'key' else 'plan' end,
      case when by_key.id is not null then row.key else row.data ->> 'plan' end,
      case when by_key.id is not null then 'key_in_use' else 'plan_differs' end
    from import_rows row
      left join lateral (select users.id from source_keys known join users on users.id = known.target_id
        where known.domain_id = ${about.domainId} and known.kind = 'people' and known.key = row.key
          and users.removed_at is null and row.email is not null and lower(users.email) <> row.email) by_key on true
      left join ${accountOfRow(about.domainId)} account on by_key.id is null
    where ${lookedAt(about, 'people')}
      and (by_key.id is not null or account.plan_id <> (row.data ->> 'plan')::smallint)
    union all
    select row.file_id, row.row_no, 'email', row.email, 'email_in_use'
    from import_rows row
      join emails_with_account(array(select row.email from import_rows row
        where ${lookedAt(about, 'people')} and row.email is not null)) taken (email) on taken.email = row.email
    where ${lookedAt(about, 'people')} and not exists (select from users
      where lower(users.email) = row.email and users.domain_id = ${about.domainId} and users.removed_at is null)
    union all
    select row.file_id, row.row_no, 'tags', tag.value, 'unknown_value'
    from import_rows row cross join jsonb_array_elements_text(row.data -> 'tags') tag (value)
    where ${lookedAt(about, 'people')} and row.data ? 'tags'
      and not exists (select from tags where tags.id = tag.value::integer)`,
  );
}

/** Rows of what stands on the site already; they are never overwritten. */
async function markExisting(db: Db, about: CheckedImport): Promise<void> {
  await sql`update import_rows row set state = 'existing', target_id = account.id
    from import_rows same join ${accountOfSame(about.domainId)} account on true
    where same.file_id = row.file_id and same.row_no = row.row_no and row.import_id = ${about.id}
      and same.import_id = ${about.id} and row.kind = 'people' and row.state = 'new'`.execute(db);
  await sql`update import_rows row set state = 'existing', target_id = known.target_id
    from source_keys known
    where row.import_id = ${about.id} and row.kind in ('vials', 'transactions', 'labels') and row.state = 'new'
      and known.domain_id = ${about.domainId} and known.kind = row.kind and known.key = row.key`.execute(db);
}

const accountOfSame = (domainId: number) => sql`lateral (select * from (select same.key, same.email) row,
  ${accountOfRow(domainId)} account)`;

function relationProblems(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    select row.file_id, row.row_no, kind.name as field, ref.value,
      case when person.ident is null then 'unknown_person'
        when not row.data ? 'plan' then null
        when rule.kind is null or rule.object_plan <> person.plan_id or ref.value = row.key or lower(ref.value) = row.email
          or rule.is_single and jsonb_array_length(row.data -> kind.name) > 1 then 'does_not_fit' end as reason
    from import_rows row
      cross join unnest(${relationKinds}::text[]) kind (name)
      cross join jsonb_array_elements_text(row.data -> kind.name) ref (value)
      left join lateral imported_person(${about.id}, ${about.domainId}, ref.value) person on true
      left join relation_rules rule on rule.subject_plan = (row.data ->> 'plan')::smallint
        and rule.kind::text = kind.name
    where ${lookedAt(about, 'people')} and row.data ?| ${relationKinds}::text[]`;
}

/** The fields of a person that name another. */
export const relationKinds = ['center', 'referral_center', 'lab', 'rep', 'manager', 'distributor', 'affiliate'];

/** What a row says of its patient, who must be one. */
const patientOf = (about: CheckedImport) => sql`left join lateral imported_person(${about.id}, ${about.domainId},
  row.data -> 'patient' ->> 0) patient on true`;

const patientFault = sql`case when patient.ident is null then 'unknown_person'
  when patient.plan_id <> 2 then 'does_not_fit' end`;

/** Each step of the lab comes after those before it. */
const dateOrder = [
  ['date_adipose_shipped_to_lab', 'date_adipose_received_by_lab'],
  ['date_adipose_shipped_to_lab', 'stemcell_plating_initiated_date'],
  ['date_adipose_received_by_lab', 'stemcell_plating_initiated_date'],
  ['date_adipose_shipped_to_lab', 'sterility_start_date'],
  ['date_adipose_received_by_lab', 'sterility_start_date'],
  ['date_adipose_shipped_to_lab', 'date_vials_ready_to_ship'],
  ['date_adipose_received_by_lab', 'date_vials_ready_to_ship'],
] as const;

function processingProblems(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    with patients as (
      select row.file_id, row.row_no, row.data, patient.ident, patient.user_id, ${patientFault} as fault,
        row_number() over (partition by patient.ident order by row.file_id, row.row_no) as n
      from import_rows row ${patientOf(about)}
      where ${lookedAt(about, 'processing')} and row.data ? 'patient'
    )
    select file_id, row_no, 'patient' as field, data -> 'patient' ->> 0 as value,
      coalesce(fault, case when n > 1 then 'twice_in_file' end) as reason
    from patients
    union all
    select patients.file_id, patients.row_no, pair.later, step.later, 'dates_contradict'
    from patients
      left join patient_records record on record.patient_id = patients.user_id
      cross join unnest(${dateOrder.map(([earlier]) => earlier)}::text[], ${dateOrder.map(([, later]) => later)}::text[])
        pair (earlier, later)
      cross join lateral (select to_jsonb(record) || patients.data as merged, patients.data) facts
      cross join lateral (select coalesce(facts.merged, facts.data) ->> pair.earlier as earlier,
        coalesce(facts.merged, facts.data) ->> pair.later as later) step
    where patients.fault is null and step.earlier::date > step.later::date`;
}

function vialProblems(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    select row.file_id, row.row_no, 'patient' as field, row.data -> 'patient' ->> 0 as value, ${patientFault} as reason
    from import_rows row ${patientOf(about)}
    where ${lookedAt(about, 'vials')} and row.data ? 'patient'`;
}

/** A printed code names one vial of the site, and a vial that is shipped by its code is in the patient's stock. */
function codeProblems(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    with codes as materialized (
      select row.file_id, row.row_no, row.state, row.data ->> 'type' as type, code.value as code, patient.ident,
        patient.user_id,
        row_number() over (partition by row.data ->> 'type', code.value order by row.file_id, row.row_no) as n
      from import_rows row ${patientOf(about)}
        cross join jsonb_array_elements_text(row.data -> 'codes') code (value)
      where ${lookedAt(about, 'vials')} and row.data ? 'codes'
    )
    select codes.file_id, codes.row_no, 'codes' as field, codes.code as value,
      case when codes.n > 1 then 'twice_in_file'
        when codes.type = 'added' and exists (select from vial_aliases known
          where known.domain_id = ${about.domainId} and known.alias = codes.code) then 'key_in_use'
        when codes.type = 'shipped' and not exists (select from codes added
          where added.type = 'added' and added.state = 'new' and added.code = codes.code and added.ident = codes.ident)
          and not exists (select from vial_aliases known join vials on vials.id = known.vial_id
            where known.domain_id = ${about.domainId} and known.alias = codes.code
              and vials.patient_id = codes.user_id and vials.state = 'stored' and vials.held_at is null
              and vials.order_id is null) then 'unknown_value' end as reason
    from codes`;
}

/** More vials are shipped than are there; those with codes are shipped first, then in the order of the rows. */
function stockProblems(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    with entries as (
      select row.file_id, row.row_no, row.state, row.data ->> 'type' as type, (row.data ->> 'quantity')::integer as quantity,
        row.data ? 'codes' as has_codes, patient.ident, patient.user_id
      from import_rows row ${patientOf(about)}
      where row.import_id = ${about.id} and row.kind = 'vials' and row.state = 'new'
    ), stock as (
      select patient.ident, coalesce(sum(entries.quantity) filter (where entries.type = 'added'), 0)
        + (select count(*) from vials where vials.patient_id = max(entries.user_id) and vials.state = 'stored'
          and vials.held_at is null and vials.order_id is null) as vials
      from (select distinct ident from entries where type = 'shipped') patient join entries using (ident)
      group by patient.ident
    )
    select shipped.file_id, shipped.row_no, 'quantity' as field, shipped.quantity::text as value,
      case when shipped.total > stock.vials then 'not_that_many' end as reason
    from (
      select *, sum(quantity) over (partition by ident order by not has_codes, file_id, row_no) as total
      from entries where type = 'shipped'
    ) shipped join stock using (ident)`;
}

/** The plan of each person of a sale; a buyer may have any. */
const saleRoles = {
  buyer: null,
  center: 4,
  referral_center: 5,
  patient: 2,
  rep: 3,
  manager: 6,
  distributor: 8,
  affiliate: 11,
} as const;

export const saleFields = Object.keys(saleRoles);

function transactionProblems(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    select row.file_id, row.row_no, role.name as field, row.data -> role.name ->> 0 as value,
      case when person.ident is null then 'unknown_person'
        when person.plan_id <> role.plan then 'does_not_fit' end as reason
    from import_rows row
      cross join unnest(${saleFields}::text[], ${Object.values(saleRoles)}::smallint[]) role (name, plan)
      left join lateral imported_person(${about.id}, ${about.domainId}, row.data -> role.name ->> 0) person on true
    where ${lookedAt(about, 'transactions')} and row.data ? role.name`;
}

/** What a row says of its PDF. */
const pdfOf = (about: CheckedImport) =>
  sql`left join lateral imported_pdf(${about.id}, row.data ->> 'file') pdf on true`;

/** The PDF that a row names is missing, or cannot be taken. */
const fileProblems = (about: CheckedImport, kind: string) => sql`
  select row.file_id, row.row_no, 'file' as field, row.data ->> 'file' as value,
    case when pdf.file_id is null then 'file_missing' else pdf.fault end as reason
  from import_rows row ${pdfOf(about)}
  where ${lookedAt(about, kind)} and row.data ? 'file'`;

function documentProblems(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    select row.file_id, row.row_no, 'patient' as field, row.data -> 'patient' ->> 0 as value, ${patientFault} as reason
    from import_rows row ${patientOf(about)}
    where ${lookedAt(about, 'documents')} and row.data ? 'patient'
    union all ${fileProblems(about, 'documents')}`;
}

/** A paper that this patient has already is not filed twice. */
async function markKnownDocuments(db: Db, about: CheckedImport): Promise<void> {
  await sql`update import_rows row set state = 'existing', target_id = known.id
    from import_rows same
      cross join lateral imported_person(${about.id}, ${about.domainId}, same.data -> 'patient' ->> 0) patient
      cross join lateral imported_pdf(${about.id}, same.data ->> 'file') pdf
      join documents known on known.sha256 = pdf.sha256 and known.signer_id = patient.user_id
        and known.kind = same.data ->> 'kind' and known.hidden_at is null
    where same.file_id = row.file_id and same.row_no = row.row_no and row.import_id = ${about.id}
      and same.import_id = ${about.id} and row.kind = 'documents' and row.state = 'new'`.execute(db);
}

/** One paper may hold several agreements of a patient, and belongs to no other patient. */
function repeatedDocuments(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    with named as materialized (
      select row.file_id, row.row_no, row.state, row.data ->> 'file' as value, row.data ->> 'kind' as kind, pdf.sha256,
        patient.ident, patient.user_id
      from import_rows row ${patientOf(about)} ${pdfOf(about)}
      where row.import_id = ${about.id} and row.kind = 'documents' and row.state in ('new', 'bad')
        and pdf.sha256 is not null and pdf.fault is null and patient.plan_id = 2
    ), placed as (
      select named.*, row_number() over (partition by sha256, kind, ident order by file_id, row_no) as n,
        first_value(ident) over (partition by sha256 order by file_id, row_no) as owner
      from named
    )
    select placed.file_id, placed.row_no, 'file' as field, placed.value,
      case when placed.n > 1 or placed.ident is distinct from placed.owner then 'twice_in_file'
        when exists (select from documents known where known.sha256 = placed.sha256 and known.hidden_at is null
          and known.domain_id = ${about.domainId} and known.signer_id is distinct from placed.user_id)
        then 'key_in_use' end as reason
    from placed where ${!about.isApplied} or placed.state = 'new'`;
}

function labelProblems(about: CheckedImport): RawBuilder<unknown> {
  return sql`
    select row.file_id, row.row_no, 'center' as field, row.data -> 'center' ->> 0 as value,
      case when center.ident is null then 'unknown_person'
        when center.plan_id not in (4, 5) then 'does_not_fit' end as reason
    from import_rows row
      left join lateral imported_person(${about.id}, ${about.domainId}, row.data -> 'center' ->> 0) center on true
    where ${lookedAt(about, 'labels')} and row.data ? 'center'
    union all
    select row.file_id, row.row_no, 'patients', ref.value, ${patientFault}
    from import_rows row cross join jsonb_array_elements_text(row.data -> 'patients') ref (value)
      left join lateral imported_person(${about.id}, ${about.domainId}, ref.value) patient on true
    where ${lookedAt(about, 'labels')} and row.data ? 'patients'
    union all ${fileProblems(about, 'labels')}`;
}

/** Which PDFs a row names, so that the others can be shown. */
async function markNamedPdfs(db: Db, about: CheckedImport): Promise<void> {
  await sql`with named as (
      select distinct found.file_id, found.n
      from import_rows row cross join lateral imported_pdf(${about.id}, row.data ->> 'file') found
      where row.import_id = ${about.id} and row.kind in ('documents', 'labels') and row.data ? 'file'
    )
    update import_pdfs pdf set is_named = (pdf.file_id, pdf.n) in (select named.file_id, named.n from named)
    where pdf.import_id = ${about.id}`.execute(db);
}
