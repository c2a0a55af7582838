import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import type { Db, Work } from '../../kernel/db/db.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import type { Services } from '../../kernel/services.ts';
import { concernedClinics, recordLetters, type TracedIds } from '../deviations/index.ts';
import type { Lab } from '../lab-policy/index.ts';

const MOST_ADMINISTRATORS = 20;

type Recalled = {
  readonly deviationId: number;
  readonly traced: TracedIds;
  readonly vials: number;
  readonly shipped: number;
  readonly clinics: number;
};

/**
 * Writes to every clinic that has had no letter about this deviation: the codes of its vials with the numbers of its
 * patients, and no name or other text that people have written, because an email is not confidential.
 */
export async function sendRecallEmails(
  work: Work,
  { domains }: Pick<Services, 'domains'>,
  lab: Lab,
  { deviationId, traced }: Recalled,
): Promise<number> {
  const clinics = await listClinics(work.db, traced);
  const unwritten = await recordLetters(
    work,
    lab,
    deviationId,
    clinics.map(({ id }) => id),
  );
  const site = await domains.ofId(lab.domainId);
  for (const clinic of clinics.filter(({ id }) => unwritten.has(id))) {
    await queueEmail(work, {
      from: site,
      to: { userId: clinic.id, email: clinic.email },
      kind: 'recall',
      subject: `${site.brand}: recall #${deviationId}`,
      heading: 'Recall',
      paragraphs: paragraphsFor(clinic, deviationId),
    });
  }
  return unwritten.size;
}

type VialTold = {
  readonly patient_id: number;
  readonly code: string;
  readonly state: string;
  readonly shipped_on: string | null;
  readonly tracking_number: string | null;
};

type ClinicTold = {
  readonly id: number;
  readonly email: string;
  readonly vials: readonly VialTold[];
  readonly kits: readonly string[];
};

/** The clinics with vials in store or shipped, or with kits of the lot that are not used. */
async function listClinics(db: Db, traced: TracedIds): Promise<ClinicTold[]> {
  const { rows } = await sql<ClinicTold>`
    select clinic.id, clinic.email,
      coalesce(json_agg(json_build_object('patient_id', concerned.patient_id, 'code', concerned.code, 'state', concerned.state,
        'shipped_on', concerned.shipped_on, 'tracking_number', concerned.tracking_number)
        order by concerned.patient_id, concerned.vial_id) filter (where concerned.vial_id is not null), '[]') as vials,
      array(select code from kits where kits.id = any(${traced.kits}::integer[]) and kits.center_id = clinic.id
        and kits.state = 'sent' order by kits.id) as kits
    from ${concernedClinics(traced)} join users clinic on clinic.id = concerned.clinic_id
    where clinic.is_active and clinic.removed_at is null
      and (concerned.state in ('stored', 'shipped') or concerned.vial_id is null)
    group by clinic.id, clinic.email order by clinic.id`.execute(db);
  return rows.filter(({ vials, kits }) => vials.length > 0 || kits.length > 0);
}

function paragraphsFor({ vials, kits }: ClinicTold, deviationId: number): string[] {
  const shipped = vials.filter(({ state }) => state === 'shipped');
  const stored = vials.filter(({ state }) => state === 'stored');
  return [
    `The lab recalls what is named below (recall #${deviationId}). Please do not use it, and wait for the lab to contact you.`,
    ...(shipped.length > 0 ? ['Vials that were shipped:', ...shipped.map(shippedLine)] : []),
    ...(stored.length > 0 ? ['Vials that are kept at the lab:', ...linesByPatient(stored)] : []),
    ...(kits.length > 0
      ? ['Kits that must not be used:', kits.map((code) => formatBenchCode({ kind: 'kit', code })).join(', ')]
      : []),
  ];
}

function shippedLine({ patient_id, code, shipped_on, tracking_number }: VialTold): string {
  const day = shipped_on === null ? '' : `, shipped on ${dayInWords(shipped_on)}`;
  const parcel = tracking_number === null ? '' : `, tracking number ${tracking_number}`;
  return `Patient #${patient_id}: ${code}${day}${parcel}`;
}

function linesByPatient(vials: readonly VialTold[]): string[] {
  const codes = new Map<number, string[]>();
  for (const { patient_id, code } of vials) codes.set(patient_id, [...(codes.get(patient_id) ?? []), code]);
  return [...codes].map(([patient, some]) => `Patient #${patient}: ${some.join(', ')}`);
}

/** Tells the administrators of the site, and only them, what a recall would have done. */
export async function sendDrillEmails(
  work: Work,
  { domains }: Pick<Services, 'domains'>,
  lab: Lab,
  { deviationId, vials, shipped, clinics }: Recalled,
): Promise<number> {
  const readers = await listAdministrators(work.db, lab);
  const unwritten = await recordLetters(
    work,
    lab,
    deviationId,
    readers.map(({ id }) => id),
  );
  const site = await domains.ofId(lab.domainId);
  for (const reader of readers.filter(({ id }) => unwritten.has(id))) {
    await queueEmail(work, {
      from: site,
      to: { userId: reader.id, email: reader.email },
      kind: 'drill',
      subject: `DRILL: ${site.brand}: recall #${deviationId}`,
      heading: 'DRILL: recall',
      paragraphs: [
        `DRILL: this is an exercise of lab #${lab.id}. Nothing was put into quarantine, and no clinic was told.`,
        `A recall would concern ${vials} vials, of which ${shipped} were shipped, and ${clinics} clinics.`,
      ],
    });
  }
  return unwritten.size;
}

function listAdministrators(db: Db, lab: Lab) {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('domain_id', '=', lab.domainId)
    .where('plan_id', 'in', [Plan.admin, Plan.superAdmin])
    .where('is_active', '=', true)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(MOST_ADMINISTRATORS)
    .execute();
}
