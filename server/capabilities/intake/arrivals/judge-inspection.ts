import { type ArrivalDecision, type KitFault, listFailedCriteria, recordArrival } from '@vialkeep/contract/arrivals.ts';
import { sql } from 'kysely';
import type { Work } from '../../../kernel/db/db.ts';
import { Refusal, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Patient } from '../../custody/index.ts';
import { createDeviation } from '../../deviations/index.ts';
import type { Lab } from '../../lab-policy/index.ts';
import { changeProcessing, processingOf } from '../../patients/index.ts';

const MINUTE_MS = 60_000;

type Inspection = Omit<Parameters<typeof listFailedCriteria>[0], 'transit_minutes' | 'window_minutes' | 'kit_fault'> & {
  readonly arrived_at: string;
  readonly decision: ArrivalDecision;
};

type Judged = {
  readonly harvestedAt: Date | null;
  readonly windowMinutes: number;
  readonly kitFault: KitFault | null;
};

/** The time in transit and the criteria that do not hold, in words; tissue with one of these is not simply accepted. */
export function judgeInspection(
  inspection: Inspection,
  { harvestedAt, windowMinutes, kitFault }: Judged,
): { transit_minutes: number | null; failed: readonly string[] } {
  const transit_minutes = harvestedAt && minutesBetween(harvestedAt, inspection.arrived_at);
  const failed = listFailedCriteria({
    ...inspection,
    transit_minutes,
    window_minutes: windowMinutes,
    kit_fault: kitFault,
  });
  if (inspection.decision === 'accepted' && Object.keys(failed).length > 0) {
    throw refuseBy(recordArrival, 'criteria_failed', { fields: failed });
  }
  return { transit_minutes, failed: Object.values(failed) };
}

function minutesBetween(harvestedAt: Date, arrivedAt: string): number {
  const minutes = Math.floor((Date.parse(arrivedAt) - harvestedAt.getTime()) / MINUTE_MS);
  if (minutes < 0) throw refuseBy(recordArrival, 'before_harvest', { fields: ['arrived_at'] });
  return minutes;
}

/** A deviation opens for tissue that is not simply accepted. */
export async function openDeviationOfArrival(
  work: Work,
  lab: Lab,
  arrivalId: number,
  { decision, reason = '' }: { readonly decision: ArrivalDecision; readonly reason?: string | undefined },
  failed: readonly string[],
): Promise<number | null> {
  if (decision === 'accepted') return null;
  const words = decision === 'rejected' ? 'rejected' : 'accepted with a deviation';
  return createDeviation(work, lab, {
    title: `Arrival #${arrivalId} ${words}`,
    text: [...failed, reason].join('\n'),
    source: { arrival: arrivalId },
  });
}

/** Fills the documented date where it is empty and contradicts no other; a filled one stays. */
export async function fillReceivedDate(work: Work, patient: Patient, day: string): Promise<void> {
  const processing = (await processingOf(work.db, [patient.id])).get(patient.id);
  if (!processing || processing.date_adipose_received_by_lab !== null) return;
  try {
    await changeProcessing(work, patient, { date_adipose_received_by_lab: day });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/**
 * Lets the received date follow the arrivals that are left, after one was rejected. Only a date that an arrival had filled
 * changes: the event that filled it then belongs to the same request as an event about tissue.
 */
export async function takeReceivedDateBack(work: Work, patient: Patient): Promise<void> {
  const { rows } = await sql<{ day: string }>`
    select filled.facts -> 'date_adipose_received_by_lab' ->> 'to' as day from (
      select request_id, facts from custody_events where patient_id = ${patient.id} and kind = 'processing.changed'
        and facts ? 'date_adipose_received_by_lab' order by position desc limit 1
    ) filled
    where exists (select from custody_events of_tissue where of_tissue.patient_id = ${patient.id}
      and of_tissue.kind in ('tissue.received', 'tissue.rejected')
      and of_tissue.request_id = filled.request_id)`.execute(work.db);
  const [filled] = rows;
  if (!filled) return;
  const accepted = await work.db
    .selectFrom('arrivals_in_use')
    .select('arrived_at')
    .where('patient_id', '=', patient.id)
    .where('decision', '<>', 'rejected')
    .orderBy('id')
    .execute();
  const days = accepted.flatMap(({ arrived_at }) => (arrived_at ? [arrived_at.toISOString().slice(0, 10)] : []));
  if (days.includes(filled.day)) return;
  await changeProcessing(work, patient, { date_adipose_received_by_lab: null });
  const [first] = days;
  if (first !== undefined) await fillReceivedDate(work, patient, first);
}
