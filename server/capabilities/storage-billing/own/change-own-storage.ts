import {
  askToEndStorage,
  enrolInStorage,
  replaceStorageCard,
  switchAutomaticStorage,
} from '@vialkeep/contract/storage.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import { ownRecords } from '../../../kernel/policy/rules.ts';
import { CardToken } from '../../../ports/card-token.ts';
import { saveCard } from '../../cards/index.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { addDays, today } from '../days.ts';
import { enrol, lockOffer } from '../enrol.ts';
import { findOwnPlan, lockPlan, type PlanRow, paidDaysEnd } from '../storage.queries.ts';
import { limitCardAttempts, refuseOfGateway } from './card-refusals.ts';
import { presentOwnStorage } from './read-own-storage.ts';

/** The card on file is charged on the due day until the patient switches that off; the screen says so before. */
export const enrolInStorageHandler = handle(
  enrolInStorage,
  async (call) => {
    const { access, actor, body, db, services, write } = call;
    access.authorize(ownRecords(actor));
    const { storage } = await readSiteMoneySettings(db, actor.domainId);
    orNotFound(storage ? true : null);
    const day = today();
    const paidUntil = await paidDaysEnd(db, actor.userId);
    const startsOn = paidUntil === null ? day : addDays(paidUntil, 1);
    await write(async (work) => {
      const offer = orNotFound(await lockOffer(work, actor.domainId, body.offer_id));
      const { price = offer.price_cents, years = offer.years } = body;
      if (price !== offer.price_cents || years !== offer.years) throw refuseBy(enrolInStorage, 'offer_changed');
      await enrol(work, services, { patientId: actor.userId, offer, automatic: true, startsOn, today: day });
    });
    return presentOwnStorage(call);
  },
  { one_storage_plan: { reason: 'has_plan' } },
);

export const replaceStorageCardHandler = handle(replaceStorageCard, async (call) => {
  const { access, actor, body, db } = call;
  access.authorize(ownRecords(actor));
  if (!(await findOwnPlan(db, actor.userId))) throw refuseBy(replaceStorageCard, 'no_plan');
  await limitCardAttempts(call);
  const { card_token: token, full_name: holder, expiration_date: expires = null } = body;
  await saveCard(call, new CardToken({ token, holder, expires }), { isDefault: true }).catch((error: unknown) =>
    refuseOfGateway(replaceStorageCard, error),
  );
  return presentOwnStorage(call);
});

export const switchAutomaticStorageHandler = handle(switchAutomaticStorage, async (call) => {
  const { access, actor, body, db, write } = call;
  access.authorize(ownRecords(actor));
  const plan = await findOwnPlan(db, actor.userId);
  if (!plan) throw refuseBy(switchAutomaticStorage, 'no_plan');
  await write(async (work) => {
    const locked = await lockPlan(work, plan.id);
    if (locked.state === 'ended') throw refuseBy(switchAutomaticStorage, 'no_plan');
    await work.db.updateTable('storage_enrolments').set({ automatic: body.on }).where('id', '=', locked.id).execute();
    await auditChange(work, locked, 'storage.switch_automatic', { on: body.on });
  });
  return presentOwnStorage(call);
});

/** A charge that is under way goes on; nothing is begun after this until an administrator has decided. */
export const askToEndStorageHandler = handle(askToEndStorage, async (call) => {
  const { access, actor, body, db, write } = call;
  access.authorize(ownRecords(actor));
  const plan = await findOwnPlan(db, actor.userId);
  if (!plan) throw refuseBy(askToEndStorage, 'no_plan');
  await write(async (work) => {
    const locked = await lockPlan(work, plan.id);
    if (locked.state === 'ended') throw refuseBy(askToEndStorage, 'no_plan');
    await work.db
      .updateTable('storage_enrolments')
      .set({ end_asked_at: locked.end_asked_at ?? new Date(), end_note: body.note })
      .where('id', '=', locked.id)
      .execute();
    await auditChange(work, locked, 'storage.ask_to_end', {});
  });
  return presentOwnStorage(call);
});

async function auditChange(work: Work, plan: PlanRow, action: string, facts: Record<string, boolean>): Promise<void> {
  await audit(work, {
    domainId: plan.domain_id,
    action,
    subject: 'storage_plan',
    subjectId: plan.id,
    facts: { person: plan.patient_id, ...facts },
  });
}
