import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { requestLabel } from '@vialkeep/contract/labels.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { announceEvent } from '../../kernel/events.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import type { ListFilter } from '../../kernel/policy/list-filter.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { appendCustody, lockCustody, type Patient } from '../custody/index.ts';
import { documentsOf } from '../documents/index.ts';
import { buildLabelData } from './announce-label.ts';
import { centerOfRequest, type Fee, feeOfClinic, feesWithoutLabel } from './fees-without-label.ts';

/**
 * A patient with an unsigned document or with an open request gets no label (F113, T37). The request belongs to the fee
 * of its row and to the fees of its patients.
 */
export const requestLabelHandler = handle(
  requestLabel,
  async ({ access, actor, db, body, write }) => {
    const { patients_ids = [], other_patient_name = '', transaction_id: named = null, ...details } = body;
    const patients = await ownPatients(
      db,
      access.listFilter(),
      patients_ids.flatMap((id) => UserId.safeParse(id).data ?? []),
    );
    const ids = patients.map(({ id }) => id);

    return write(async (work) => {
      for (const patient of patients) await lockCustody(work, patient);
      const documents = [...(await documentsOf(work.db, ids)).values()].flat();
      if (documents.some(({ status }) => status === 'Pending')) throw refuseBy(requestLabel, 'documents_pending');
      const madeFrom = named === null ? [] : [await feeOfClinic(work.db, actor, named)];
      const feeOf = await feesWithoutLabel(work.db, actor, ids, named);
      // A patient who has paid twice can have two open requests, each with its own fee.
      const others = ids.filter((id) => named === null || feeOf.get(id)?.id !== named);
      if (await hasOpenRequest(work.db, others)) throw refuseBy(requestLabel, 'already_requested');

      const fees = [...madeFrom, ...feeOf.values()];
      const center_id = await centerOfRequest(work.db, actor, ids, fees);
      const { id } = await work.db
        .insertInto('labels')
        .values({
          domain_id: actor.domainId,
          requester_id: actor.userId,
          center_id,
          center_email: details.harvest_center_email,
          representative: details.harvest_center_representative,
          doctor_name: details.doctor_name,
          doctor_email: details.doctor_email,
          doctor_phone: details.doctor_phone,
          other_patient_name: ids.length === 0 ? other_patient_name : '',
          label_date: details.label_date ?? sql<string>`current_date`,
          address1: details.address1,
          address2: details.address2,
          city: details.city,
          state_desc: details.state_desc,
          country_desc: details.country_desc,
          zip_code: details.zip_code,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const transactions = await belongTo(work, actor, id, fees);
      for (const patient of patients) {
        await work.db
          .insertInto('label_patients')
          .values({ label_id: id, domain_id: patient.domainId, patient_id: patient.id })
          .execute();
        const facts = { label: id, transaction: feeOf.get(patient.id)?.id ?? null };
        await appendCustody(work, patient, { kind: 'label.requested', facts });
      }
      await audit(work, {
        domainId: actor.domainId,
        action: 'labels.request',
        subject: 'label',
        subjectId: id,
        facts: { patients: ids.map(String), transactions: transactions.map(String) },
      });
      const data = buildLabelData({ id, center_id, requester_id: actor.userId, patients });
      announceEvent(work, { domainId: actor.domainId, type: 'label.requested', data });
      return { success: true as const, data: { id }, message: 'FedEx Label has been requested!' };
    });
  },
  { a_transaction_has_one_label: { reason: 'already_requested' } },
);

/**
 * Inserts in the order of the ids, so that concurrent requests for the same fees wait for each other without a
 * deadlock.
 */
async function belongTo({ db }: Work, { domainId }: Actor, labelId: number, fees: readonly Fee[]): Promise<number[]> {
  const ids = [...new Set(fees.map(({ id }) => id))].toSorted((one, other) => one - other);
  for (const id of ids) {
    await db
      .insertInto('label_transactions')
      .values({ transaction_id: id, label_id: labelId, domain_id: domainId })
      .execute();
  }
  return ids;
}

/** The patients of a clinic, locked in the order of their ids, which all callers share to avoid deadlocks. */
async function ownPatients(db: Db, filter: ListFilter, ids: readonly number[]): Promise<Patient[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'users.domain_id as domainId'])
    .where('users.id', '=', anyOf(ids))
    .where('users.removed_at', 'is', null)
    .where(filter.where)
    .orderBy('users.id')
    .execute();
  if (rows.length !== ids.length) throw refuse('not_found');
  return rows;
}

/** True where a label for one of these patients is requested and not made yet. */
async function hasOpenRequest(db: Db, ids: readonly number[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const open = await db
    .selectFrom('label_patients')
    .innerJoin('labels', 'labels.id', 'label_patients.label_id')
    .select('labels.id')
    .where('label_patients.patient_id', '=', anyOf(ids))
    .where('labels.file', 'is', null)
    .executeTakeFirst();
  return open !== undefined;
}
