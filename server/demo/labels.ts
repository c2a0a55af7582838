import { hash } from 'node:crypto';
import { FOLDER, recordLabelEvent } from '../capabilities/labels/index.ts';
import { audit } from '../kernel/audit/audit.ts';
import type { Work } from '../kernel/db/db.ts';
import { mediaTypeOf } from '../kernel/files/file-type.ts';
import { insertFileRow } from '../kernel/files/insert-file-row.ts';
import type { Services } from '../kernel/services.ts';
import { actorlessContext } from '../kernel/session/actor.ts';
import { places } from './people.ts';
import { pdfOf } from './sheet.ts';

type LabelStep = 'requested' | 'made' | 'sent';
type Fee = { readonly id: number; readonly patient_id: number };

/**
 * The clinic, the address, the patient's next paid fee (or the name of a patient without an account), and the state.
 */
type DemoLabel = { center: string; place: keyof typeof places; other?: string; daysAgo: number; step: LabelStep };

const demoLabels: readonly DemoLabel[] = [
  { center: 'hc@vialkeep.test', place: 'boulder', daysAgo: 41, step: 'sent' },
  { center: 'hc@vialkeep.test', place: 'boulder', daysAgo: 12, step: 'made' },
  { center: 'hc@vialkeep.test', place: 'boulder', daysAgo: 3, step: 'requested' },
  { center: 'hc2@vialkeep.test', place: 'seattle', daysAgo: 20, step: 'sent' },
  { center: 'hc2@vialkeep.test', place: 'seattle', other: 'Jonas Whitfield', daysAgo: 1, step: 'requested' },
  { center: 'hc@north.test', place: 'seattle', other: 'Liv Aasen', daysAgo: 2, step: 'requested' },
];

/** Adds label requests of every state. The files are stored before the transaction that refers to them. */
export async function addLabels(services: Services): Promise<void> {
  const files = new Map<number, { name: string; bytes: Buffer }>();
  for (const [at, { step }] of demoLabels.entries()) {
    if (step !== 'requested') files.set(at, await storeLabel(services, at));
  }
  await services.store.write('platform', actorlessContext('demo-network'), async (work) => {
    const taken = new Set<number>();
    for (const [at, label] of demoLabels.entries()) {
      const fee = label.other ? null : await nextFee(work, label.center, taken);
      // Without demo cards there are no paid fees that a label could be requested for.
      if (!label.other && !fee) continue;
      if (fee) taken.add(fee.patient_id);
      await addLabel(work, label, { at, fee, file: files.get(at) ?? null });
    }
    const main = await services.domains.main();
    await audit(work, { domainId: main.id, action: 'demo.load_labels', subject: 'domain', subjectId: main.id });
  });
}

async function storeLabel({ files }: Services, at: number): Promise<{ name: string; bytes: Buffer }> {
  const bytes = await pdfOf('FedEx PRIORITY OVERNIGHT', [`TRK# ${trackingNumber(at)}`, 'A label of the demo network.']);
  const name = `${FOLDER}/${hash('sha256', `demo label ${at}`).slice(0, 32)}.pdf`;
  await files.put(name, bytes, { mediaType: mediaTypeOf('pdf') });
  return { name, bytes };
}

/** The next paid fee of a patient of this center who has signed every document. */
async function nextFee({ db }: Work, center: string, taken: ReadonlySet<number>): Promise<Fee | null> {
  const fees = await db
    .selectFrom('transactions')
    .innerJoin('users as center', 'center.id', 'transactions.center_id')
    .innerJoin('users as patient', 'patient.id', 'transactions.patient_id')
    .select(['transactions.id', 'patient.id as patient_id'])
    .where('center.email', '=', center)
    .where('transactions.product_id', 'in', [1, 13])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('documents')
            .select('documents.id')
            .whereRef('documents.signer_id', '=', 'patient.id')
            .where('documents.status', '=', 'Pending'),
        ),
      ),
    )
    // This patient is left without a label, for demonstrations of the whole process.
    .where('patient.email', '<>', 'patient3@vialkeep.test')
    .orderBy('transactions.id')
    .execute();
  return fees.find(({ patient_id }) => !taken.has(patient_id)) ?? null;
}

type Made = { at: number; fee: Fee | null; file: { name: string; bytes: Buffer } | null };

async function addLabel(work: Work, label: DemoLabel, { at, fee, file }: Made): Promise<void> {
  const center = await work.db
    .selectFrom('users')
    .select(['id', 'domain_id', 'email', 'username', 'phone_number'])
    .where('email', '=', label.center)
    .executeTakeFirstOrThrow();
  if (file) {
    const owner = { userId: center.id, domainId: center.domain_id, acting: null };
    await insertFileRow(work, owner, { ...file, type: 'pdf' }, 'label.pdf');
  }
  const requested = new Date(Date.now() - label.daysAgo * 86_400_000);
  const made = new Date(requested.getTime() + 5 * 3_600_000);
  const { id } = await work.db
    .insertInto('labels')
    .values({
      domain_id: center.domain_id,
      requester_id: center.id,
      center_id: center.id,
      center_email: center.email,
      representative: center.username,
      doctor_name: `Dr. ${center.username}`,
      doctor_email: center.email,
      doctor_phone: center.phone_number,
      other_patient_name: label.other ?? '',
      label_date: requested.toISOString().slice(0, 10),
      ...places[label.place],
      country_desc: 'United States',
      requested_at: requested,
      ...(file && {
        file: file.name,
        made_at: made,
        tracking_number: trackingNumber(at),
        tracking_link: `https://www.fedex.com/fedextrack/?trknbr=${trackingNumber(at)}`,
      }),
      notified_at: label.step === 'sent' ? made : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!fee) return;
  await work.db
    .insertInto('label_patients')
    .values({ label_id: id, domain_id: center.domain_id, patient_id: fee.patient_id })
    .execute();
  await work.db
    .insertInto('label_transactions')
    .values({ transaction_id: fee.id, label_id: id, domain_id: center.domain_id })
    .execute();
  const known = { id, domain_id: center.domain_id, patients: [{ id: fee.patient_id }] };
  await recordLabelEvent(work, known, 'label.requested', { transaction: fee.id });
  if (file) await recordLabelEvent(work, known, 'label.made', { tracking_number: trackingNumber(at) });
  if (label.step === 'sent') await recordLabelEvent(work, known, 'label.sent');
}

function trackingNumber(at: number): string {
  return `7946${String(30_000_000 + at * 7_919)}`;
}
