import { correctArrival, type KitFault } from '@vialkeep/contract/arrivals.ts';
import type { Received } from '@vialkeep/contract/kernel/route.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { appendCustody, lockCustody } from '../../custody/index.ts';
import { actOncePerScan, type Bench, readBench } from '../../lab-policy/index.ts';
import { sendArrivalEmail } from './arrival-email.ts';
import { arrivalRows, presentArrival } from './arrivals.queries.ts';
import { fillReceivedDate, judgeInspection, openDeviationOfArrival, takeReceivedDateBack } from './judge-inspection.ts';
import { dayOfUse, isRecordedAnew, judgeKitAgain, lockKitOfArrival } from './kit-of-arrival.ts';

type Correction = Received<typeof correctArrival>['body'];

/** Corrects an inspection. The first one stays; a corrected decision has the consequences that it would have had. */
export const correctArrivalHandler = handle(correctArrival, async (call) => {
  const { access, db, params, body, services } = call;
  const { lab } = await readBench(access, db, body.lab_id);
  const arrival = orNotFound(await arrivalRows(db, lab.id).where('arrivals.id', '=', params.id).executeTakeFirst());
  const patient = { id: arrival.patient_id, domainId: lab.domainId };
  // The arrival is part of the body, so that the scan of one arrival is no repeat for another.
  const once = { ...call, body: { ...body, arrival: params.id } };
  return actOncePerScan(once, 'correct_arrival', async (work, bench) => {
    await lockCustody(work, patient);
    const before = orNotFound(
      await arrivalRows(work.db, lab.id).where('arrivals.id', '=', params.id).executeTakeFirst(),
    );
    if (before.earlier.length !== body.version) throw refuseBy(correctArrival, 'changed_meanwhile');
    if ((body.patient_id ?? patient.id) !== patient.id) {
      throw refuseBy(correctArrival, 'other_patient', { fields: ['patient_id'] });
    }
    const harvest = await findHarvestOf(work, before.harvest_id);
    const harvestedAt = harvest?.harvested_at ?? null;
    const kit =
      before.kit_id === null
        ? null
        : await lockKitOfArrival(work.db, lab, { id: before.kit_id }, dayOfUse(harvestedAt, body.arrived_at));
    if (kit && body.decision !== 'rejected' && (await isRecordedAnew(work.db, kit, before.id))) {
      throw refuseBy(correctArrival, 'recorded_anew');
    }
    const kit_fault = kit && judgeKitAgain(kit, before.kit_fault);
    const { transit_minutes, failed } = judgeInspection(body, {
      harvestedAt,
      windowMinutes: before.window_minutes,
      kitFault: kit_fault,
    });
    await insertCorrection(work, bench, before, body, { transit_minutes, kit_fault });
    const isNewDecision = body.decision !== before.decision;
    const deviation = isNewDecision ? await openDeviationOfArrival(work, lab, before.id, body, failed) : null;
    const isAccepted = body.decision !== 'rejected';
    await appendCustody(work, patient, {
      kind: isAccepted ? 'tissue.received' : 'tissue.rejected',
      occurredOn: body.arrived_at.slice(0, 10),
      facts: {
        arrival: before.id,
        lab: lab.id,
        harvest: before.harvest_id,
        kit: before.kit_code,
        decision: body.decision,
        condition: body.condition,
        indicator: body.indicator,
        identity_matches: body.identity_matches,
        transit_minutes,
        window_minutes: before.window_minutes,
        ...(kit_fault === null ? {} : { kit_fault }),
        deviation,
        correction: body.version + 1,
        ...(bench.operator ? { operator: bench.operator.id } : {}),
      },
    });
    if (isAccepted) await fillReceivedDate(work, patient, body.arrived_at.slice(0, 10));
    else await takeReceivedDateBack(work, patient);
    if (isNewDecision) {
      await sendArrivalEmail(work, services, {
        patient,
        decision: body.decision,
        centerId: harvest?.center_id ?? null,
      });
    }
    await audit(work, {
      domainId: lab.domainId,
      action: 'intake.correct_arrival',
      subject: 'arrival',
      subjectId: before.id,
      facts: { lab: lab.id, patient: patient.id, decision: body.decision, decision_before: before.decision },
    });
    const row = await arrivalRows(work.db, lab.id).where('arrivals.id', '=', before.id).executeTakeFirst();
    return { answer: presentArrival(orNotFound(row)), facts: { arrival: before.id, patient: patient.id } };
  });
});

async function findHarvestOf(work: Work, id: number | null) {
  if (id === null) return null;
  const harvest = await work.db
    .selectFrom('harvests')
    .select(['harvested_at', 'center_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return orNotFound(harvest);
}

type Corrected = { readonly id: number; readonly patient_id: number; readonly window_minutes: number };

async function insertCorrection(
  work: Work,
  { lab, operator }: Bench,
  { id, patient_id, window_minutes }: Corrected,
  body: Correction,
  { transit_minutes, kit_fault }: { readonly transit_minutes: number | null; readonly kit_fault: KitFault | null },
): Promise<void> {
  await work.db
    .insertInto('arrival_corrections')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      arrival_id: id,
      patient_id,
      tracking_number: body.tracking_number ?? '',
      arrived_at: body.arrived_at,
      condition: body.condition,
      indicator: body.indicator,
      temperature_c: body.temperature_c ?? null,
      identity_matches: body.identity_matches,
      transit_minutes,
      kit_fault,
      window_minutes,
      decision: body.decision,
      reason: body.reason,
      operator_id: operator?.id ?? null,
    })
    .execute();
}
