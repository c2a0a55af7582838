import { PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { ProcessingChanges } from '@vialkeep/contract/patients.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Work } from '../../../kernel/db/db.ts';
import type { Domain } from '../../../kernel/domains.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { createAccounts } from '../../accounts/index.ts';
import { recordManyDocuments } from '../../documents/index.ts';
import { recordManyLabels } from '../../labels/index.ts';
import { insertRelationsWithIds } from '../../network/index.ts';
import { recordProcessingOfMany } from '../../patients/index.ts';
import { insertImportedSales } from '../../transactions/index.ts';
import { recordManyVials } from '../../vials/index.ts';
import { fileOf, type RowFiles } from './row-files.ts';
import type { Step, TakenRow } from './take-rows.ts';

/** What a row became: its id, and what an undo needs to know. */
export type WrittenRow = { readonly row: TakenRow; readonly id: number; readonly before: unknown };

type About = { readonly id: number; readonly domainId: number };

/** What the rows of documents and labels need besides: the site of the papers, and the stored PDF of each row. */
export type Papers = { readonly site: Domain; readonly files: RowFiles };

/** Writes the rows of a step through the capabilities that own their tables. */
export async function writeRows(
  work: Work,
  about: About,
  step: Step,
  rows: readonly TakenRow[],
  papers: Papers,
): Promise<WrittenRow[]> {
  switch (step) {
    case 'people':
      return writePeople(work, about, rows);
    case 'relations':
      return writeRelations(work, about, rows);
    case 'processing':
      return writeProcessing(work, about, rows);
    case 'transactions':
      return writeSales(work, about, rows);
    case 'documents':
      return writeDocuments(work, about, rows, papers);
    case 'labels':
      return writeLabels(work, about, rows, papers);
    default:
      return writeVials(work, about, step, rows);
  }
}

const words = z.string().default('');

const PersonData = z.object({
  plan: z.number(),
  email: z.string().optional(),
  first_name: z.string(),
  last_name: z.string(),
  company: words,
  phone_number: words,
  address1: words,
  address2: words,
  city: words,
  state_desc: words,
  country_desc: words,
  zip_code: words,
  tags: z.array(z.number()).default([]),
  date_joined: z.string().nullable().default(null),
  is_active: z.boolean().default(true),
});

async function writePeople(work: Work, { domainId }: About, rows: readonly TakenRow[]): Promise<WrittenRow[]> {
  const ids = await createAccounts(
    work,
    rows.map(({ data, file_id, row_no }) => {
      const { plan, email, ...person } = PersonData.parse(data);
      return {
        ...person,
        domain_id: domainId,
        plan_id: plan,
        email: email ?? `p-${file_id}-${row_no}@no-mail.invalid`,
      };
    }),
  );
  return keepIds(rows, ids);
}

async function writeRelations(work: Work, { domainId }: About, rows: readonly TakenRow[]): Promise<WrittenRow[]> {
  const relations = rows.flatMap((row) =>
    row.people.map(({ field, id }) => ({
      domain_id: domainId,
      subject_id: orNotFound(row.target_id),
      // @NOTE the relation fields of a person are named after the kinds.
      kind: field as 'center',
      object_id: id,
    })),
  );
  const ids = relations.length === 0 ? [] : await insertRelationsWithIds(work, relations);
  const made = Map.groupBy(
    relations.map(({ subject_id }, index) => ({ subject_id, id: orNotFound(ids[index]) })),
    ({ subject_id }) => subject_id,
  );
  return rows.map((row) => {
    const id = orNotFound(row.target_id);
    return { row, id, before: { relations: (made.get(id) ?? []).map((relation) => relation.id) } };
  });
}

/** The account that a row names in a field. */
function personIn({ people }: TakenRow, field: string): number | null {
  return people.find((person) => person.field === field)?.id ?? null;
}

function importedPatient(row: TakenRow, domainId: number) {
  return { id: orNotFound(personIn(row, 'patient')), domainId };
}

async function writeProcessing(work: Work, { domainId }: About, rows: readonly TakenRow[]): Promise<WrittenRow[]> {
  const before = await recordProcessingOfMany(
    work,
    rows.map((row) => {
      const { patient: _patient, ...data } = row.data;
      const isManual = data.estimated_date_vials_ready_to_ship !== undefined;
      return {
        patient: importedPatient(row, domainId),
        changes: ProcessingChanges.parse(isManual ? { ...data, estimated_date_set_manually: true } : data),
      };
    }),
  );
  return rows.map((row, index) => ({ row, id: importedPatient(row, domainId).id, before: before[index] }));
}

const EntryData = z.object({
  type: z.enum(['added', 'shipped']),
  quantity: z.number(),
  date: z.string().transform((moment) => moment.slice(0, 10)),
  tracking_id: z.string().nullable().default(null),
  note: words,
  codes: z.array(z.string()).nullable().default(null),
});

async function writeVials(work: Work, { domainId }: About, step: Step, rows: readonly TakenRow[]) {
  const ids = await recordManyVials(
    work,
    step === 'added vials' ? 'added' : 'shipped',
    rows.map((row) => {
      const { tracking_id, codes, ...entry } = EntryData.parse(row.data);
      return { ...entry, patient: importedPatient(row, domainId), trackingId: tracking_id, aliases: codes };
    }),
  );
  return keepIds(rows, ids);
}

const SaleData = z.object({
  date: z.string(),
  product: z.number(),
  amount: z.number(),
  quantity: z.number().default(1),
  coupon_code: words,
  commission_paid: z.boolean().default(false),
  card_brand: words,
  card_last4: words,
  description: words,
});

async function writeSales(work: Work, { domainId }: About, rows: readonly TakenRow[]): Promise<WrittenRow[]> {
  const ids = await insertImportedSales(
    work,
    rows.map((row) => {
      const { product, amount, ...sale } = SaleData.parse(row.data);
      return {
        ...sale,
        domain_id: domainId,
        key: orNotFound(row.key),
        product_id: product,
        cents: amount,
        buyer_id: orNotFound(personIn(row, 'buyer')),
        center_id: personIn(row, 'center'),
        referral_center_id: personIn(row, 'referral_center'),
        patient_id: personIn(row, 'patient'),
        rep_id: personIn(row, 'rep'),
        manager_id: personIn(row, 'manager'),
        distributor_id: personIn(row, 'distributor'),
        affiliate_id: personIn(row, 'affiliate'),
      };
    }),
  );
  return keepIds(rows, ids);
}

const DocumentData = z.object({ kind: PatientDocumentKind, signed_on: z.string() });

async function writeDocuments(work: Work, about: About, rows: readonly TakenRow[], { site, files }: Papers) {
  const ids = await recordManyDocuments(
    work,
    site,
    rows.map((row) => {
      const { kind, signed_on } = DocumentData.parse(row.data);
      const patient = importedPatient(row, about.domainId);
      return { patient, kind, signedOn: signed_on.slice(0, 10), file: orNotFound(fileOf(files, row)) };
    }),
  );
  return keepIds(rows, ids);
}

const LabelData = z.object({
  label_date: z.string(),
  tracking_number: words,
  tracking_link: words,
  delivered_on: z.string().nullable().default(null),
  address: words,
});

async function writeLabels(work: Work, about: About, rows: readonly TakenRow[], { files }: Papers) {
  const ids = await recordManyLabels(
    work,
    rows.map((row) => {
      const { address, ...label } = LabelData.parse(row.data);
      return {
        domainId: about.domainId,
        centerId: orNotFound(personIn(row, 'center')),
        patientIds: row.people.filter(({ field }) => field === 'patients').map(({ id }) => id),
        labelDate: label.label_date.slice(0, 10),
        trackingNumber: label.tracking_number,
        trackingLink: label.tracking_link,
        deliveredOn: label.delivered_on?.slice(0, 10) ?? null,
        address,
        file: fileOf(files, row)?.name ?? null,
      };
    }),
  );
  return keepIds(rows, ids);
}

function keepIds(rows: readonly TakenRow[], ids: readonly number[]): WrittenRow[] {
  return rows.map((row, index) => ({ row, id: orNotFound(ids[index]), before: null }));
}

/** Marks the rows as written, with their ids, and remembers the keys of the other system. */
export async function markWritten(work: Work, about: About, step: Step, rows: readonly WrittenRow[]): Promise<void> {
  const marks = JSON.stringify(rows.map(({ row, id, before }) => ({ ...pick(row), id, before })));
  const isFirst = step !== 'relations';
  await sql`
    with marked as (
      update import_rows row set state = 'applied', target_id = mark.id, before = coalesce(mark.before, row.before),
        is_related = ${!isFirst}
      from jsonb_to_recordset(${marks}::jsonb) mark (file_id integer, row_no integer, id integer, before jsonb)
      where row.file_id = mark.file_id and row.row_no = mark.row_no
      returning row.domain_id, row.kind, row.key, row.target_id, row.file_id
    ), known as (
      insert into source_keys (domain_id, kind, key, target_id, import_id)
      select domain_id, kind, key, target_id, ${about.id} from marked
      where ${isFirst} and key is not null and kind in ('people', 'vials', 'transactions', 'labels')
    )
    update import_files file set applied = file.applied + counted.n
    from (select file_id, count(*)::integer as n from marked where ${isFirst} group by 1) counted
    where file.id = counted.file_id`.execute(work.db);
}

function pick({ file_id, row_no }: TakenRow) {
  return { file_id, row_no };
}

/** The check takes a key of a removed account for a new one, so the rows of this import may have it. */
export async function freeKeysOfRemoved(work: Work, about: About): Promise<void> {
  await sql`delete from source_keys known using import_rows row, users
    where row.import_id = ${about.id} and row.kind = 'people' and row.state in ('new', 'existing')
      and known.domain_id = ${about.domainId} and known.kind = 'people' and known.key = row.key
      and users.id = known.target_id and users.removed_at is not null`.execute(work.db);
}

/** Remembers the keys of people who were here already, so that a later import can name them by these. */
export async function rememberExisting(work: Work, about: About): Promise<void> {
  await sql`insert into source_keys (domain_id, kind, key, target_id, import_id)
    select domain_id, kind, key, target_id, import_id from import_rows
    where import_id = ${about.id} and kind = 'people' and state = 'existing' and key is not null
    on conflict do nothing`.execute(work.db);
}
