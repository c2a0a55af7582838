import { sql } from 'kysely';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { appendCustodyToMany, type EventOfPatient, lockCustodyOfMany } from '../../custody/index.ts';

/** A label of another system. Without a file it was asked for and is still to be made. */
export type ImportedLabel = {
  readonly domainId: number;
  readonly centerId: number;
  readonly patientIds: readonly number[];
  readonly labelDate: string;
  readonly trackingNumber: string;
  readonly trackingLink: string;
  readonly deliveredOn: string | null;
  /** In one line; the address of the center where it is empty. */
  readonly address: string;
  /** The name of the stored file. */
  readonly file: string | null;
};

/**
 * Records labels of another system with their patients and custody events. The centers know of them, so that no letter is
 * sent. Returns the id of each, in order.
 */
export async function recordManyLabels(work: Work, labels: readonly ImportedLabel[]): Promise<number[]> {
  await lockCustodyOfMany(work, [...new Set(labels.flatMap(({ patientIds }) => patientIds))]);
  const { rows } = await sql<{ id: number }>`
    insert into labels (domain_id, requester_id, center_id, center_email, representative, label_date, address1, address2,
      city, state_desc, country_desc, zip_code, requested_at, file, tracking_number, tracking_link, made_at, notified_at,
      shipment_state, delivered_at)
    select row."domainId", center.id, center.id, center.email, center.username, row."labelDate",
      case when row.address = '' then center.address1 else row.address end,
      case when row.address = '' then center.address2 else '' end, case when row.address = '' then center.city else '' end,
      case when row.address = '' then center.state_desc else '' end,
      case when row.address = '' then center.country_desc else '' end,
      case when row.address = '' then center.zip_code else '' end, row."labelDate" + time '12:00', row.file,
      row."trackingNumber", row."trackingLink", case when row.file is not null then row."labelDate" + time '12:00' end,
      case when row.file is not null then row."labelDate" + time '12:00' end,
      case when row."deliveredOn" is not null then 'delivered' end, row."deliveredOn" + time '12:00'
    from rows from (jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as ("domainId" integer, "centerId" integer,
      "labelDate" date, "trackingNumber" text, "trackingLink" text, "deliveredOn" date, address text, file text))
      with ordinality as row ("domainId", "centerId", "labelDate", "trackingNumber", "trackingLink", "deliveredOn", address,
      file, n)
      join users center on center.id = row."centerId"
    order by row.n returning id`.execute(work.db);
  const ids = rows.map(({ id }) => id).toSorted((one, other) => one - other);
  const patients = labels.flatMap(({ patientIds, domainId }, index) =>
    patientIds.map((id) => ({ label_id: orNotFound(ids[index]), domain_id: domainId, patient_id: id })),
  );
  await sql`insert into label_patients (label_id, domain_id, patient_id)
    select label_id, domain_id, patient_id from jsonb_to_recordset(${JSON.stringify(patients)}::jsonb)
      row (label_id integer, domain_id integer, patient_id integer)`.execute(work.db);
  await tellChains(work, labels, ids);
  return ids;
}

/** As the chains tell of a label that is made here, by the days that the other system wrote down. */
async function tellChains(work: Work, labels: readonly ImportedLabel[], ids: readonly number[]): Promise<void> {
  const eventsOf = (
    told: readonly ImportedLabel[],
    occurredOn: (label: ImportedLabel) => string | null,
    facts: (label: ImportedLabel) => EventOfPatient['facts'],
  ) =>
    told.flatMap((label) =>
      label.patientIds.map((id) => ({
        patient: { id, domainId: label.domainId },
        occurredOn: occurredOn(label),
        facts: { label: orNotFound(ids[labels.indexOf(label)]), ...facts(label) },
      })),
    );
  const onItsDay = ({ labelDate }: ImportedLabel) => labelDate;
  await appendCustodyToMany(
    work,
    'label.requested',
    eventsOf(labels, onItsDay, () => ({ transaction: null })),
  );
  const made = labels.filter(({ file }) => file !== null);
  const numberOf = ({ trackingNumber }: ImportedLabel) => ({ tracking_number: trackingNumber });
  await appendCustodyToMany(work, 'label.made', eventsOf(made, onItsDay, numberOf));
  const delivered = labels.filter(({ deliveredOn }) => deliveredOn !== null);
  await appendCustodyToMany(
    work,
    'label.tracked',
    eventsOf(
      delivered,
      ({ deliveredOn }) => deliveredOn,
      (label) => ({ state: 'delivered', ...numberOf(label), delivered_at: `${label.deliveredOn}T12:00:00.000Z` }),
    ),
  );
}

/** The patients of these labels. */
export async function patientsOfLabels(db: Db, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct patient_id as id from label_patients where label_id = any (${ids}::integer[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes labels whose import is undone. Their files belong to no record then and are deleted at night. */
export async function deleteImportedLabels(work: Work, importId: number, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ label_id: number; patient_id: number; domain_id: number }>`
    select label_id, patient_id, domain_id from label_patients
    where label_id = any (${ids}::integer[]) order by label_id, patient_id`.execute(work.db);
  await appendCustodyToMany(
    work,
    'label.deleted',
    rows.map(({ label_id, patient_id, domain_id }) => ({
      patient: { id: patient_id, domainId: domain_id },
      facts: { label: label_id },
    })),
  );
  await sql`select delete_imported_labels(${importId}, ${ids}::integer[])`.execute(work.db);
}
