import type { ArrivalDecision } from '@vialkeep/contract/arrivals.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { queueEmail } from '../../../kernel/mail/outbox.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Patient } from '../../custody/index.ts';

type ArrivalTold = {
  readonly patient: Patient;
  readonly decision: ArrivalDecision;
  /** The clinic of the harvest; without one, the patient's clinic is told. */
  readonly centerId: number | null;
};

const WORDS: Readonly<Record<ArrivalDecision, string>> = {
  accepted: 'was inspected and accepted.',
  accepted_with_deviation: 'was inspected and accepted with a deviation, which the lab looks into.',
  rejected: 'was inspected and could not be accepted. The lab will contact you.',
};

/** Emails the clinic what became of its tissue. It has the patient's number and no name, as an email is not confidential. */
export async function sendArrivalEmail(
  work: Work,
  { domains }: Pick<Services, 'domains'>,
  { patient, decision, centerId }: ArrivalTold,
): Promise<void> {
  const clinic = await findClinic(work, patient, centerId);
  if (!clinic) return;
  const site = await domains.ofId(patient.domainId);
  const isRejected = decision === 'rejected';
  await queueEmail(work, {
    from: site,
    to: { userId: clinic.id, email: clinic.email },
    kind: 'arrival',
    subject: `${site.brand}: tissue of patient #${patient.id} ${isRejected ? 'was rejected' : 'has arrived'}`,
    heading: isRejected ? 'Tissue was rejected' : 'Tissue has arrived',
    paragraphs: [`The tissue of patient #${patient.id} arrived at the lab. It ${WORDS[decision]}`],
    button: { label: 'Open the record', url: `${site.url}/patients/${patient.id}` },
  });
}

async function findClinic(work: Work, patient: Patient, centerId: number | null) {
  const clinics = work.db
    .selectFrom('users')
    .select(['users.id', 'users.email'])
    .where('users.is_active', '=', true)
    .where('users.removed_at', 'is', null);
  if (centerId !== null) return clinics.where('users.id', '=', centerId).executeTakeFirst();
  return clinics
    .innerJoin('active_relations', 'active_relations.object_id', 'users.id')
    .where('active_relations.subject_id', '=', patient.id)
    .where('active_relations.kind', '=', 'center')
    .orderBy('active_relations.id')
    .executeTakeFirst();
}
