import { makeOrderLabel } from '@vialkeep/contract/vial-orders.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { insertFileRow, storeFile } from '../../kernel/files/insert-file-row.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import {
  type Carrier,
  CarrierRefused,
  CarrierUnavailable,
  type Label,
  type LabelRequest,
  LabelUncertain,
} from '../../ports/carrier.ts';
import { requireBench } from '../lab-policy/index.ts';
import {
  buildShippingParty,
  carrierUncertainty,
  describeCarrierRefusal,
  isCarrierRequestOpen,
} from '../labels/index.ts';
import { requireOpenOrder } from './judge-vial.ts';
import { lockOrder, type OrderRow, requireOrder } from './orders.queries.ts';
import { orderLabelUploads } from './orders.uploads.ts';
import { loadAddress } from './read-vial-order.ts';

type MakeCall = Call<typeof makeOrderLabel>;

/** Vials travel frozen: the box weighs this much with its dry ice, which is declared. */
const WEIGHT_POUNDS = 12;
const DRY_ICE_KILOGRAMS = 2.5;

/** As the label of a request (0026): the intent is committed before the carrier is asked, and a doubt stays visible. */
export const makeOrderLabelHandler = handle(makeOrderLabel, async (call) => {
  const { order } = await requireOrder(call.access, call.db, call.params.id, call.body.lab_id);
  const { carrier } = call.services;
  const shipment = await begin(call, order, carrier !== null);
  // `begin` refuses without a carrier, after the checks of the bench.
  if (carrier === null) throw refuseBy(makeOrderLabel, 'no_carrier');
  const label = await ask(call, order, carrier, shipment);
  try {
    const file = await storeFile(call.services, orderLabelUploads.folder, { type: 'pdf', bytes: label.pdf });
    const version = await call.write(async (work) => {
      await insertFileRow(work, call.actor, file, `${shipment.reference}.pdf`);
      return attachLabel(work, await lockOrder(work, order), file.name, label);
    });
    return { id: order.id, version, tracking_number: label.trackingNumber, alerts: [...label.alerts] };
  } catch (error) {
    // The label is made and paid for, so its number must survive a failure to store it.
    await endCarrierRequest(call, order, `FedEx made label ${label.trackingNumber}, but it could not be kept here.`);
    throw error;
  }
});

async function begin({ access, body, write }: MakeCall, seen: OrderRow, hasCarrier: boolean): Promise<LabelRequest> {
  return write(async (work) => {
    await requireBench(work, access, seen.lab_id);
    if (!hasCarrier) throw refuseBy(makeOrderLabel, 'no_carrier');
    const order = await lockOrder(work, seen);
    requireOpenOrder(order);
    refuseUnlessReady(order, body);
    const shipment = await buildShipment(work.db, order);
    if (shipment === null) throw refuseBy(makeOrderLabel, 'no_address');
    await setCarrierColumns(work, order, { asked: true, doubt: null });
    await audit(work, {
      domainId: order.domain_id,
      action: 'bench.ask_carrier',
      subject: 'vial_order',
      subjectId: order.id,
      facts: { has_looked: body.has_looked ?? false },
    });
    return shipment;
  });
}

function refuseUnlessReady(order: OrderRow, { version, has_looked }: MakeCall['body']): void {
  if (order.file !== null) throw refuseBy(makeOrderLabel, 'has_label');
  if (version !== undefined && version !== order.version) throw refuseBy(makeOrderLabel, 'changed_meanwhile');
  if (order.carrier_doubt === null && isCarrierRequestOpen(order)) throw refuseBy(makeOrderLabel, 'already_asking');
  if (carrierUncertainty(order) !== null && !has_looked) throw refuseBy(makeOrderLabel, 'label_uncertain');
}

/** From the lab to the address of the purchase; null where either end has none that a label can carry. */
async function buildShipment(db: Db, order: OrderRow): Promise<LabelRequest | null> {
  const lab = await db
    .selectFrom('users')
    .select(['company', 'phone_number as phone', 'address1', 'address2', 'city', 'state_desc', 'zip_code'])
    .select('country_desc')
    .where('id', '=', order.lab_id)
    .executeTakeFirstOrThrow();
  const [address, buyer] = await Promise.all([
    loadAddress(db, order),
    db
      .selectFrom('transactions')
      .innerJoin('users', 'users.id', 'transactions.buyer_id')
      .select(['users.company', 'users.phone_number'])
      .where('transactions.id', '=', order.transaction_id)
      .executeTakeFirst(),
  ]);
  const from = buildShippingParty({ ...lab, person: 'Shipping' });
  const to =
    address &&
    buildShippingParty({
      person: 'Receiving',
      company: address.company || buyer?.company || '',
      phone: buyer?.phone_number ?? '',
      address1: address.address1,
      address2: address.address2 ?? '',
      city: address.city,
      state_desc: address.state,
      zip_code: address.zip_code ?? '',
      country_desc: address.country_desc,
    });
  if (!from || !to) return null;
  // The carrier does not accept a ship date in the past.
  const today = new Date().toISOString().slice(0, 10);
  const day = order.ship_on === null || order.ship_on < today ? today : order.ship_on;
  const reference = `order-${order.id}`;
  return { reference, from, to, day, weightPounds: WEIGHT_POUNDS, dryIceKilograms: DRY_ICE_KILOGRAMS };
}

async function ask(call: MakeCall, order: OrderRow, carrier: Carrier, shipment: LabelRequest): Promise<Label> {
  try {
    return await carrier.makeLabel(shipment);
  } catch (error) {
    if (error instanceof LabelUncertain) {
      const made = error.trackingNumber && `FedEx made label ${error.trackingNumber}, but its file did not arrive.`;
      await endCarrierRequest(call, order, made || 'FedEx may have made this label: its answer did not arrive.');
      throw refuseBy(makeOrderLabel, 'label_uncertain');
    }
    if (error instanceof CarrierRefused) {
      await endCarrierRequest(call, order, null);
      call.services.log.warn({ order: order.id, codes: error.codes }, 'the carrier refused a label');
      const message = describeCarrierRefusal(error.words);
      throw refuseBy(makeOrderLabel, 'carrier_refused', { message, errorMessage: error.words });
    }
    if (error instanceof CarrierUnavailable) {
      await endCarrierRequest(call, order, null);
      throw refuseBy(makeOrderLabel, 'carrier_unavailable', { retryAfterSeconds: error.retryAfter ?? undefined });
    }
    throw error;
  }
}

async function attachLabel(work: Work, order: OrderRow, file: string, label: Label): Promise<number> {
  // A label that is there already, or an order that is over, keeps the number of this one as a doubt.
  if (order.file !== null) throw new Error('This order got another label meanwhile.');
  const { version } = await work.db
    .updateTable('vial_orders')
    .set({
      file,
      made_at: sql`now()`,
      tracking_number: label.trackingNumber,
      tracking_link: label.trackingLink,
      asked_carrier_at: null,
      carrier_doubt: null,
      version: sql`version + 1`,
    })
    .where('id', '=', order.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: order.domain_id,
    action: 'bench.make_order_label',
    subject: 'vial_order',
    subjectId: order.id,
    facts: { tracking_number: label.trackingNumber },
  });
  return version;
}

/** Ends the open request; an uncertain outcome stays on the row until the caller has looked. */
async function endCarrierRequest({ write }: MakeCall, seen: OrderRow, doubt: string | null): Promise<void> {
  await write(async (work) => {
    const order = await lockOrder(work, seen);
    await setCarrierColumns(work, order, { asked: false, doubt });
    await audit(work, {
      domainId: order.domain_id,
      action: 'bench.carrier_failed',
      subject: 'vial_order',
      subjectId: order.id,
      facts: { doubt },
    });
  });
}

type CarrierColumns = { readonly asked: boolean; readonly doubt: string | null };

async function setCarrierColumns(work: Work, { id }: OrderRow, { asked, doubt }: CarrierColumns): Promise<void> {
  await work.db
    .updateTable('vial_orders')
    .set({ asked_carrier_at: asked ? sql`now()` : null, carrier_doubt: doubt })
    .where('id', '=', id)
    .execute();
}
