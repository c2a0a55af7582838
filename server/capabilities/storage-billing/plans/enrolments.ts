import { dayInWords } from '@vialkeep/contract/kernel/day-labels.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { enrolPatient, listStorageEnrolments, readStorageEnrolment } from '@vialkeep/contract/storage-plans.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { whenDefined } from '../../../kernel/db/when-defined.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { readSiteMoneySettings } from '../../money-settings/index.ts';
import { addDays, today } from '../days.ts';
import { enrol, findOffer } from '../enrol.ts';
import { presentInvoice, presentPlan } from '../storage.present.ts';
import {
  getPlan,
  type InvoiceRow,
  listInvoices,
  NEEDS_DECISION,
  type PlanRow,
  paidDaysEnd,
  parseInvoice,
  parsePlan,
  selectInvoices,
  selectPlans,
  sitesOf,
} from '../storage.queries.ts';

export const listStorageEnrolmentsHandler = handle(listStorageEnrolments, async ({ actor, db, query }) => {
  const matching = selectPlans(db).where((eb) =>
    eb.and([
      ...sitesOf(actor).map((site) => eb('plan.domain_id', '=', site)),
      ...whenDefined(query.domain_id, (site) => eb('plan.domain_id', '=', site)),
      ...whenDefined(query.state, (state) => eb('plan.state', '=', state)),
      ...whenDefined(query.patient_id, (id) => eb('plan.patient_id', '=', id)),
      ...whenDefined(query.decision, () => NEEDS_DECISION),
    ]),
  );
  const [{ count }, rows] = await Promise.all([
    db
      .selectFrom(matching.as('matching'))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    matching.orderBy('plan.id', 'desc').limit(query.limit).offset(query.offset).execute(),
  ]);
  const plans = rows.map(parsePlan);
  const open = await openInvoicesOf(db, plans);
  return { results: plans.map((plan) => presentPlan(plan, open.get(plan.id) ?? null)), count };
});

export const readStorageEnrolmentHandler = handle(readStorageEnrolment, async ({ actor, db, params }) => {
  const plan = await requirePlan(db, actor, params.id);
  const [invoices, documents] = await Promise.all([listInvoices(db, [plan.id]), listConsents(db, plan)]);
  const open = invoices.find(({ state }) => state === 'open') ?? null;
  return {
    ...presentPlan(plan, open),
    invoices: invoices.map((invoice) => ({
      ...presentInvoice(invoice),
      may: invoice.state === 'paid' && !invoice.is_being_refunded ? ['refund' as const] : [],
    })),
    documents: documents.map(({ id, name, completed_at }) => ({
      id,
      name,
      completed_at: completed_at?.toISOString() ?? null,
    })),
  };
});

const LATEST_START_DAYS = 7_671;

/** A patient whom an administrator enrols pays by hand until they switch to automatic charges themselves. */
export const enrolPatientHandler = handle(
  enrolPatient,
  async ({ actor, body, db, services, write }) => {
    const patient = orNotFound(await findPatient(db, actor, body.patient_id));
    if (!patient.is_active) throw refuseBy(enrolPatient, 'patient_inactive');
    const { storage } = await readSiteMoneySettings(db, patient.domain_id);
    if (!storage) throw refuseBy(enrolPatient, 'storage_off');
    const offer = orNotFound(await findOffer(db, patient.domain_id, body.offer_id));
    const day = today();
    if (body.starts_on < day || body.starts_on > addDays(day, LATEST_START_DAYS)) {
      throw refuseBy(enrolPatient, 'starts_in_the_past', { fields: ['starts_on'] });
    }
    const paidUntil = await paidDaysEnd(db, patient.id);
    if (paidUntil !== null && body.starts_on <= paidUntil) {
      const message = `The patient has paid through ${dayInWords(paidUntil)}. Enter a later day.`;
      throw refuseBy(enrolPatient, 'days_paid', { message, fields: ['starts_on'] });
    }
    const { id } = await write((work) =>
      enrol(work, services, {
        patientId: patient.id,
        offer,
        automatic: false,
        startsOn: body.starts_on,
        today: day,
      }),
    );
    const plan = await getPlan(db, id);
    return presentPlan(plan, (await openInvoicesOf(db, [plan])).get(id) ?? null);
  },
  { one_storage_plan: { reason: 'has_plan' } },
);

function findPatient(db: Db, actor: Actor, id: number) {
  return db
    .selectFrom('users')
    .select(['id', 'domain_id', 'is_active'])
    .where('id', '=', id)
    .where('plan_id', '=', Plan.generalMember)
    .where('removed_at', 'is', null)
    .where('erased_at', 'is', null)
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('domain_id', '=', site))))
    .executeTakeFirst();
}

/** The plan, if it belongs to a site of this actor; 404 otherwise. */
export async function requirePlan(db: Db, actor: Pick<Actor, 'scope'>, id: number): Promise<PlanRow> {
  const row = await selectPlans(db)
    .where('plan.id', '=', id)
    .where((eb) => eb.and(sitesOf(actor).map((site) => eb('plan.domain_id', '=', site))))
    .executeTakeFirst();
  return parsePlan(orNotFound(row));
}

/** Completed documents that the patient has signed. */
export function listConsents(db: Db, { patient_id, domain_id }: PlanRow) {
  return db
    .selectFrom('documents')
    .select(['id', 'name', 'completed_at'])
    .where('signer_id', '=', patient_id)
    .where('domain_id', '=', domain_id)
    .where('status', '=', 'Completed')
    .where('hidden_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

async function openInvoicesOf(db: Db, plans: readonly PlanRow[]): Promise<Map<number, InvoiceRow>> {
  const ids = plans.map(({ id }) => id);
  const rows = await selectInvoices(db)
    .where(sql<boolean>`invoice.enrolment_id = any (${ids}::integer[])`)
    .where('invoice.state', '=', 'open')
    .execute();
  return new Map(rows.map((row) => [row.enrolment_id, parseInvoice(row)]));
}
