import { decideStorage } from '@vialkeep/contract/storage-plans.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { presentPlan } from '../storage.present.ts';
import { getPlan, isBeingCharged, lockOpenInvoice, lockPlan } from '../storage.queries.ts';
import { listConsents, requirePlan } from './enrolments.ts';

/** Every decision ends billing by this plan, and nothing else: an open invoice is void, and no vial is touched. */
export const decideStorageHandler = handle(decideStorage, async ({ actor, body, db, params, write }) => {
  const asked = await requirePlan(db, actor, params.id);
  return write(async (work) => {
    const plan = await lockPlan(work, asked.id);
    if (plan.state === 'ended') throw refuseBy(decideStorage, 'already_ended');
    const invoice = await lockOpenInvoice(work, plan.id);
    if (invoice && isBeingCharged(invoice)) throw refuseBy(decideStorage, 'charge_under_way');
    const consent = (await listConsents(work.db, plan)).find(({ id }) => id === body.document_id);
    if (body.decision === 'end' && !consent) {
      throw refuseBy(decideStorage, 'consent_required', { fields: ['document_id'] });
    }
    if (invoice) {
      await work.db
        .updateTable('storage_invoices')
        .set({ state: 'void', next_try_on: null })
        .where('id', '=', invoice.id)
        .execute();
    }
    await work.db
      .updateTable('storage_enrolments')
      .set({
        state: 'ended',
        grace_until: null,
        decision: body.decision,
        decision_note: body.note,
        decided_by: actor.userId,
        decided_at: new Date(),
        document_id: consent?.id ?? null,
      })
      .where('id', '=', plan.id)
      .execute();
    await audit(work, {
      domainId: plan.domain_id,
      action: 'storage.decide',
      subject: 'storage_plan',
      subjectId: plan.id,
      facts: {
        person: plan.patient_id,
        decision: body.decision,
        document: consent?.id ?? null,
        void_invoice: invoice?.id ?? null,
      },
    });
    return presentPlan(await getPlan(work.db, plan.id), null);
  });
});
