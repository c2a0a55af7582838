import { recordArrival } from '@vialkeep/contract/arrivals.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Services } from '../../../kernel/services.ts';
import { appendCustody, lockCustody, type Patient } from '../../custody/index.ts';
import { actOncePerScan, type Bench, type Lab, readBench } from '../../lab-policy/index.ts';
import { requirePatientOfLab } from '../patients-of-lab.ts';
import { sendArrivalEmail } from './arrival-email.ts';
import { arrivalRows, presentArrival } from './arrivals.queries.ts';
import { attachPhotos } from './attach-photos.ts';
import { fillReceivedDate, judgeInspection, openDeviationOfArrival } from './judge-inspection.ts';
import { dayOfUse, hasArrived, judgeKit, lockKitOfArrival, markKitReceived } from './kit-of-arrival.ts';

const MINUTES_PER_HOUR = 60;

export type ArrivalBody = Received<typeof recordArrival>['body'];

export const recordArrivalHandler = handle(recordArrival, async (call) => {
  const { access, actor, db, body, services } = call;
  const { lab } = await readBench(access, db, body.lab_id);
  // The patient is found before the transaction, because the lock of the chain comes before every other one.
  const patient = await findPatientOfArrival(db, lab, body);
  return actOncePerScan(call, 'record_arrival', async (work, bench) => {
    const id = await createArrival(work, services, { bench, patient, uploaderId: actor.userId }, body);
    const row = await arrivalRows(work.db, lab.id).where('arrivals.id', '=', id).executeTakeFirst();
    return { answer: presentArrival(orNotFound(row)), facts: { arrival: id, patient: patient.id } };
  });
});

/** The patient whom the kit was used for, or the one that the caller chose. */
async function findPatientOfArrival(db: Db, lab: Lab, { kit_code, patient_id }: ArrivalBody): Promise<Patient> {
  if (kit_code !== undefined) {
    const kit = orNotFound(
      await db
        .selectFrom('kits')
        .leftJoin('harvests', 'harvests.kit_id', 'kits.id')
        .select(['kits.id', 'harvests.patient_id'])
        .where('kits.lab_id', '=', lab.id)
        .where('kits.code', '=', kit_code)
        .executeTakeFirst(),
    );
    if (kit.patient_id !== null) {
      if (patient_id !== undefined && patient_id !== kit.patient_id) {
        throw refuseBy(recordArrival, 'other_patient', { fields: ['patient_id'] });
      }
      return { id: kit.patient_id, domainId: lab.domainId };
    }
    if (patient_id === undefined) throw refuseBy(recordArrival, 'patient_required', { fields: ['patient_id'] });
  }
  if (patient_id === undefined) throw refuse('not_found');
  return requirePatientOfLab(db, lab, patient_id);
}

type ArrivalOf = { readonly bench: Bench; readonly patient: Patient; readonly uploaderId: number };

/** Records the inspection: the arrival, its deviation, the custody event, the received date and the email. */
export async function createArrival(
  work: Work,
  services: Pick<Services, 'domains'>,
  { bench, patient, uploaderId }: ArrivalOf,
  body: ArrivalBody,
): Promise<number> {
  const { lab, settings, operator } = bench;
  await lockCustody(work, patient);
  const harvest = await findHarvest(work.db, lab, patient, body.kit_code);
  const kit = await findKitOf(work.db, lab, harvest, body);
  const kit_fault = kit && judgeKit(kit);
  const window_minutes = settings.tissue_hours * MINUTES_PER_HOUR;
  const { transit_minutes, failed } = judgeInspection(body, {
    harvestedAt: harvest?.harvested_at ?? null,
    windowMinutes: window_minutes,
    kitFault: kit_fault,
  });
  const { id } = await work.db
    .insertInto('arrivals')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      patient_id: patient.id,
      harvest_id: harvest?.id ?? null,
      kit_id: kit?.id ?? null,
      kit_fault,
      tracking_number: body.tracking_number ?? '',
      arrived_at: body.arrived_at,
      condition: body.condition,
      indicator: body.indicator,
      temperature_c: body.temperature_c ?? null,
      identity_matches: body.identity_matches,
      transit_minutes,
      window_minutes,
      decision: body.decision,
      reason: body.decision === 'accepted' ? '' : (body.reason ?? ''),
      operator_id: operator?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await attachPhotos(work, lab, { arrivalId: id, uploaderId, photos: body.photos });
  if (kit) await markKitReceived(work, kit);
  const deviation = await openDeviationOfArrival(work, lab, id, body, failed);
  const isAccepted = body.decision !== 'rejected';
  await appendCustody(work, patient, {
    kind: isAccepted ? 'tissue.received' : 'tissue.rejected',
    occurredOn: body.arrived_at.slice(0, 10),
    facts: {
      arrival: id,
      lab: lab.id,
      harvest: harvest?.id ?? null,
      kit: kit?.code ?? null,
      decision: body.decision,
      condition: body.condition,
      indicator: body.indicator,
      identity_matches: body.identity_matches,
      transit_minutes,
      window_minutes,
      ...(kit_fault === null ? {} : { kit_fault }),
      deviation,
      ...(operator ? { operator: operator.id } : {}),
    },
  });
  if (isAccepted) await fillReceivedDate(work, patient, body.arrived_at.slice(0, 10));
  await sendArrivalEmail(work, services, { patient, decision: body.decision, centerId: harvest?.center_id ?? null });
  await audit(work, {
    domainId: lab.domainId,
    action: 'intake.record_arrival',
    subject: 'arrival',
    subjectId: id,
    facts: { lab: lab.id, patient: patient.id, decision: body.decision, deviation },
  });
  return id;
}

/**
 * The harvest that arrived: that of the kit or, where only the patient is known, the oldest on its way. The chain of the
 * patient is locked, so that a second tablet sees the arrival of the first.
 */
async function findHarvest(db: Db, lab: Lab, patient: Patient, kitCode: string | undefined) {
  const harvests = db
    .selectFrom('harvests')
    .innerJoin('kits', 'kits.id', 'harvests.kit_id')
    .select(['harvests.id', 'harvests.kit_id', 'harvests.center_id', 'harvests.harvested_at'])
    .where('harvests.lab_id', '=', lab.id)
    .where('harvests.patient_id', '=', patient.id);
  if (kitCode !== undefined) return (await harvests.where('kits.code', '=', kitCode).executeTakeFirst()) ?? null;
  const waiting = await harvests
    .leftJoin('arrivals', 'arrivals.harvest_id', 'harvests.id')
    .where('arrivals.id', 'is', null)
    .orderBy('harvests.id')
    .limit(1)
    .executeTakeFirst();
  return waiting ?? null;
}

type HarvestOfArrival = { readonly kit_id: number; readonly harvested_at: Date };

/** The kit that was scanned, or that of the harvest; null where neither is known. */
async function findKitOf(db: Db, lab: Lab, harvest: HarvestOfArrival | null, body: ArrivalBody) {
  if (!harvest && body.kit_code === undefined) return null;
  const day = dayOfUse(harvest?.harvested_at ?? null, body.arrived_at);
  const named = harvest ? { id: harvest.kit_id } : { code: body.kit_code ?? '' };
  const kit = orNotFound(await lockKitOfArrival(db, lab, named, day));
  if (await hasArrived(db, kit)) throw refuseBy(recordArrival, 'arrived_already', { fields: ['kit_code'] });
  return kit;
}
