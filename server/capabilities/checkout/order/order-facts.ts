import { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { VIAL_PRODUCTS } from '@vialkeep/contract/products.ts';
import { type AliasableExpression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../../kernel/db/statement.ts';
import type { DB as Tables } from '../../../kernel/db/tables.generated.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { selectCoupon } from '../../coupons/index.ts';
import { activeRep, visibleTo } from '../../network/index.ts';
import { selectProduct } from '../../products/index.ts';
import { selectNextInvoice } from '../invoice-numbers.ts';
import type { OrderRequest } from './order.ts';

export type OrderFacts = Awaited<ReturnType<typeof loadOrderFacts>>;

type Values = {
  readonly buyerId: number;
  readonly actorId: number;
  readonly domainId: Actor['domainId'];
  readonly invoiceId: number;
  readonly productId: OrderRequest['product_id'];
  readonly code: string;
  readonly patientId: number | null;
  readonly gateway: string;
  readonly cardId: string;
};

type PatientRow = { id: number; plan_id: number; email: string };

/** Reads in one statement all data that decides about an order; whether it is refused, and why, is decided afterwards. */
export async function loadOrderFacts(db: Db, actor: Actor, asked: OrderRequest, gateway: string) {
  const patientId = asked.patient_id && !asked.create_patient ? asked.patient_id : null;
  const values: Values = {
    buyerId: actor.userId,
    actorId: actor.acting?.byId ?? actor.userId,
    domainId: actor.domainId,
    invoiceId: asked.invoice_id,
    productId: asked.product_id,
    code: (asked.coupon_code ?? '').trim(),
    patientId: actor.plan === Plan.generalMember ? actor.userId : patientId,
    gateway,
    cardId: asked.auth_customer_payment_profile_validation ?? '',
  };
  const [row] =
    patientId === null
      ? await factsWithoutPatient(db, values)
      : await selectFacts(db, bound(values), (eb) => visiblePatient(eb, actor, patientId)).execute();
  if (!row) throw new Error(`Buyer ${actor.userId} is gone.`);
  return { ...row, centers: row.centers.map((center) => ({ ...center, id: UserId.parse(center.id) })) };
}

const factsWithoutPatient = statement((db, values: Placeholders<Values>) =>
  selectFacts(db, values, () => sql<PatientRow | null>`null`),
);

function bound(values: Values): Placeholders<Values> {
  // @NOTE the same names, each with its value instead of a placeholder.
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, sql`${value}`]),
  ) as unknown as Placeholders<Values>;
}

type OnBuyer = ExpressionBuilder<Tables & { buyer: Tables['users'] }, 'buyer'>;

function selectFacts(
  db: Db,
  values: Placeholders<Values>,
  patient: (eb: OnBuyer) => AliasableExpression<PatientRow | null>,
) {
  return db
    .selectFrom('users as buyer')
    .where('buyer.id', '=', values.buyerId)
    .select(['buyer.email', 'buyer.template_id'])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('checkouts')
            .select('checkouts.id')
            .where('buyer_id', '=', values.buyerId)
            .where('actor_id', '=', values.actorId)
            .where('invoice_id', '=', values.invoiceId)
            .where('state', 'in', openOrCharged),
        )
        .as('isRepeated'),
      selectNextInvoice(values.buyerId).as('nextInvoice'),
      jsonObjectFrom(selectProduct(eb).where('id', '=', values.productId)).as('product'),
      jsonArrayFrom(selectCenters(eb, values.buyerId)).as('centers'),
      jsonObjectFrom(selectCoupon(eb, values)).as('coupon'),
      jsonArrayFrom(selectChains(eb, values)).as('chains'),
      jsonObjectFrom(selectCard(eb, values)).as('card'),
      patient(eb).as('patient'),
      selectReservingLab(values).as('reservingLabId'),
    ]);
}

/** The states of a checkout that a repeated request for its invoice gets the outcome of. */
const openOrCharged = [sql.lit('begun'), sql.lit('held'), sql.lit('charged')];

/** The lab of the patient, where it wants vials to be reserved. */
function selectReservingLab({ patientId, productId }: Placeholders<Values>) {
  return sql<
    number | null
  >`case when ${productId}::integer in (${sql.join(VIAL_PRODUCTS.map((id) => sql.lit(id)))}) then (
    select lab_id from lab_settings
    where bench_on and reserve_on_order and lab_id = (
      select object_id from active_relations
      where subject_id = ${patientId}::integer and kind = 'lab' order by id limit 1)
  ) end`;
}

type From = Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>;

/** The centers of a referral center or patient, in the order of their relations. */
function selectCenters(eb: From, buyerId: RawBuilder<number>) {
  return eb
    .selectFrom('active_relations')
    .leftJoin('users as center', 'center.id', 'active_relations.object_id')
    .select(['active_relations.object_id as id', 'center.template_id'])
    .where('active_relations.subject_id', '=', buyerId)
    .where('active_relations.kind', '=', 'center')
    .orderBy('active_relations.id');
}

/** The sales chains of the buyer and of the patient at this moment. */
function selectChains(eb: From, { buyerId, patientId }: Placeholders<Values>) {
  return eb
    .selectFrom('sales_chains')
    .select(['user_id', 'manager_id', 'distributor_id', 'affiliate_id'])
    .select((chain) => activeRep(chain.ref('sales_chains.rep_id')).as('rep_id'))
    .where('user_id', 'in', [buyerId, patientId]);
}

/** The saved card that the buyer names; filtered by buyer, so that a card of another user is not found (T33). */
function selectCard(eb: From, { buyerId, gateway, cardId }: Placeholders<Values>) {
  return eb
    .selectFrom('saved_cards')
    .select(['customer_id', 'card_id'])
    .where('user_id', '=', buyerId)
    .where('gateway', '=', gateway)
    .where('card_id', '=', cardId);
}

function visiblePatient(eb: From, actor: Actor, id: number): AliasableExpression<PatientRow | null> {
  return jsonObjectFrom(
    eb
      .selectFrom('users')
      .select(['users.id', 'users.plan_id', 'users.email'])
      .where('users.id', '=', id)
      .where('users.removed_at', 'is', null)
      .where(visibleTo(actor, id)),
  );
}
