import { PatientDocumentKind } from '@vialkeep/contract/documents.ts';
import { recordHarvest } from '@vialkeep/contract/harvests.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { appendCustody, authorizePatient, lockCustody, type Patient } from '../../custody/index.ts';
import { documentsOf } from '../../documents/index.ts';
import { type Lab, readBenchSettings } from '../../lab-policy/index.ts';
import { isExpiredOn } from '../kits/lots.queries.ts';
import { findLabOfPatient } from '../patients-of-lab.ts';
import { harvestRows, presentHarvest } from './harvests.queries.ts';

type Body = Received<typeof recordHarvest>['body'];

/** The same harvest sent again gets the first answer. Consents that are missing are told and stop nothing. */
export const recordHarvestHandler = handle(recordHarvest, async ({ access, actor, db, write, body }) => {
  const patient = await authorizePatient(access, db, body.patient_id);
  const lab = await requireBenchLab(db, patient);
  const saved = await write((work) => createHarvest(work, { lab, patient, centerId: actor.userId }, body));
  return { ...saved, pending_consents: await listPendingConsents(db, patient) };
});

async function requireBenchLab(db: Db, patient: Patient): Promise<Lab> {
  const lab = await findLabOfPatient(db, patient);
  const isOn = lab !== null && (await readBenchSettings(db, lab.id)).bench_on;
  if (!isOn) throw refuseBy(recordHarvest, 'bench_off');
  return lab;
}

type HarvestOf = { readonly lab: Lab; readonly patient: Patient; readonly centerId: number };

/** Uses a kit of the patient's lab for this patient. */
export async function createHarvest(work: Work, { lab, patient, centerId }: HarvestOf, body: Omit<Body, 'patient_id'>) {
  await lockCustody(work, patient);
  const kit = orNotFound(await lockKit(work.db, lab, body));
  const sent_here = kit.state !== 'in_stock' && kit.center_id === centerId;
  const before = await findHarvestOfKit(work.db, kit.id);
  if (before) {
    const isSame =
      before.patient_id === patient.id &&
      before.center_id === centerId &&
      before.harvested_at.toISOString() === body.harvested_at;
    if (!isSame) throw refuseKit('kit_used');
    await recordAudit(work, lab, before.id, { repeated: true });
    return { harvest: presentHarvest(before), sent_here };
  }
  requireUsable(kit, body.harvested_at);
  const { id } = await work.db
    .insertInto('harvests')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      kit_id: kit.id,
      patient_id: patient.id,
      center_id: centerId,
      harvested_at: body.harvested_at,
      volume_ml: body.volume_ml ?? null,
      note: body.note ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await work.db.updateTable('kits').set({ state: 'used' }).where('id', '=', kit.id).execute();
  await appendCustody(work, patient, {
    kind: 'kit.used',
    occurredOn: body.harvested_at.slice(0, 10),
    facts: {
      kit: kit.code,
      harvest: id,
      lot: kit.lot_id,
      center: centerId,
      harvested_at: body.harvested_at,
      sent_here,
    },
  });
  await recordAudit(work, lab, id, { kit: kit.id, sent_here });
  const row = await harvestRows(work.db).where('harvests.id', '=', id).executeTakeFirst();
  return { harvest: presentHarvest(orNotFound(row)), sent_here };
}

function lockKit(db: Db, lab: Lab, { kit_code, harvested_at }: Pick<Body, 'kit_code' | 'harvested_at'>) {
  const day = harvested_at.slice(0, 10);
  return db
    .selectFrom('kits')
    .innerJoin('lots', 'lots.id', 'kits.lot_id')
    .select(['kits.id', 'kits.code', 'kits.state', 'kits.center_id', 'kits.sent_at', 'kits.lot_id', 'lots.held_by'])
    .select(isExpiredOn(sql`${day}::date`).as('is_expired'))
    .where('kits.lab_id', '=', lab.id)
    .where('kits.code', '=', kit_code)
    .forUpdate('kits')
    .executeTakeFirst();
}

type LockedKit = NonNullable<Awaited<ReturnType<typeof lockKit>>>;

/**
 * A harvest that is written down later is judged by its own day. It cannot be moved to a day before the kit was sent,
 * which would make an expired kit good again; days are compared, because the clocks of clinic and lab differ.
 */
function requireUsable({ state, held_by, is_expired, sent_at }: LockedKit, harvestedAt: string): void {
  if (state === 'void') throw refuseKit('kit_void');
  if (state === 'used' || state === 'received') throw refuseKit('kit_used');
  if (held_by !== null) throw refuseKit('kit_held');
  if (is_expired) throw refuseKit('kit_expired');
  if (sent_at !== null && harvestedAt.slice(0, 10) < sent_at.toISOString().slice(0, 10)) {
    throw refuseBy(recordHarvest, 'before_sent', { fields: ['harvested_at'] });
  }
}

function refuseKit(reason: 'kit_used' | 'kit_held' | 'kit_expired' | 'kit_void') {
  return refuseBy(recordHarvest, reason, { fields: ['kit_code'] });
}

async function findHarvestOfKit(db: Db, kitId: number) {
  return (await harvestRows(db).where('harvests.kit_id', '=', kitId).executeTakeFirst()) ?? null;
}

function recordAudit(work: Work, lab: Lab, id: number, facts: Record<string, number | boolean>): Promise<void> {
  const entry = { action: 'harvests.record', subject: 'harvest' as const, subjectId: id };
  return audit(work, { domainId: lab.domainId, ...entry, facts: { lab: lab.id, ...facts } });
}

async function listPendingConsents(db: Db, patient: Patient): Promise<PatientDocumentKind[]> {
  const documents = (await documentsOf(db, [patient.id])).get(patient.id) ?? [];
  const signed = new Set(documents.filter(({ status }) => status === 'Completed').map(({ kind }) => kind));
  return PatientDocumentKind.options.filter((kind) => !signed.has(kind));
}
