import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { placeVial } from '@vialkeep/contract/places.ts';
import {
  cancelOpenOrder,
  packOrderVial,
  pickOrderVial,
  readVialOrder,
  reportLostVial,
  shipVialOrder,
} from '@vialkeep/contract/vial-orders.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { kitOrder } from '../kit-order.ts';
import { newPatient } from '../new-patient.ts';
import type { Caller, World } from '../world.ts';
import { openBench } from './lab-world.ts';
import { newScan, newStorage } from './storage-world.ts';

const DOLLARS_A_VIAL = 450;
const SHIPPING = 95;
const DECLINED_CARD = '4000000000000002';

/** The bench of lab@ is on and reserves vials on order; hc@ buys them for its patients. */
export async function openOrders(world: World, settings: object = {}) {
  const { admin, lab } = await openBench(world, { reserve_on_order: true, ...settings });
  const hc = await world.as('hc');

  /** A patient of hc@ and lab@ with so many vials in store. */
  const addPatient = async (vials: number) => {
    const id = await newPatient(world);
    await world.sql("insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, 'center', $2)", [
      id,
      hc.user.id,
    ]);
    return { id, codes: vials === 0 ? [] : await addVials(id, vials) };
  };
  const addVials = async (id: number, vials: number, date = '2026-03-01') => {
    const body = { type: 'added', date, quantity: vials, user: id };
    return (await world.call(admin, addVialEntry, { body })).data.codes.map(String);
  };

  const buy = async (patient_id: number, quantity: number, { isDeclined = false, ...more }: BuyOptions = {}) => {
    const { transaction_id: invoice_id } = await world.call(hc, readNextInvoice);
    const card_number = isDeclined ? DECLINED_CARD : kitOrder.credit_card.card_number;
    const body = {
      ...kitOrder,
      product_id: 2,
      product_quantity: quantity,
      total_amount: DOLLARS_A_VIAL * quantity + SHIPPING,
      credit_card: { ...kitOrder.credit_card, card_number },
      patient_id,
      invoice_id,
      ...more,
    };
    return world.send(hc, checkOut, { body });
  };
  /** The newest order of a patient. */
  const findOrder = async (patient: number) => {
    const [row] = await world.sql<OrderShown>(
      `select id, code, state, quantity, transaction_id, reason,
         array(select vials.code from vials where vials.order_id = vial_orders.id order by vials.id) as vials
       from vial_orders where patient_id = $1 order by id desc limit 1`,
      [patient],
    );
    return row ?? null;
  };
  /** A paid order of a new patient, whose vials lie in a box. */
  const newOrder = async (quantity: number, vials = quantity) => {
    const patient = await addPatient(vials);
    const { box } = await newStorage(world, lab, { rows: 4, columns: 4 });
    for (const vial_code of patient.codes) {
      await world.call(lab, placeVial, { body: { ...newScan(), vial_code, box_code: box.code } });
    }
    const bought = await buy(patient.id, quantity);
    const order = await findOrder(patient.id);
    if (bought.statusCode !== 200 || !order) throw new Error(`There is no order: ${bought.body}`);
    return { ...order, patient: patient.id, codes: patient.codes, box };
  };
  return { admin, lab, hc, addPatient, addVials, buy, findOrder, newOrder, ...stepsOf(world, lab) };
}

type BuyOptions = { readonly isDeclined?: boolean; readonly [field: string]: unknown };

export type OrderShown = {
  readonly id: number;
  readonly code: string;
  readonly state: string;
  readonly quantity: number;
  readonly transaction_id: number | null;
  readonly reason: string;
  readonly vials: string[];
};

/** The steps of an order, by a caller of the lab; each answers the response. */
export function stepsOf(world: World, caller: Caller) {
  const scan =
    (route: Route) =>
    (id: number, vial_code: string, more: object = {}) =>
      world.send(caller, route, { params: { id }, body: { ...newScan(), vial_code, ...more } });
  const [pick, pack, lose] = [scan(pickOrderVial), scan(packOrderVial), scan(reportLostVial)];
  return {
    pick,
    pack,
    lose,
    ship: (id: number, more: object = {}) =>
      world.send(caller, shipVialOrder, {
        params: { id },
        body: { ...newScan(), tracking_number: '794612345678', ...more },
      }),
    cancel: (id: number, reason = 'The clinic has called.') =>
      world.send(caller, cancelOpenOrder, { params: { id }, body: { reason } }),
    read: (id: number) => world.call(caller, readVialOrder, { params: { id } }),
    /** Picks and packs these vials. */
    packAll: async (id: number, codes: readonly string[]) => {
      for (const code of codes) {
        for (const step of [pick, pack]) {
          const answer = await step(id, code);
          if (answer.statusCode !== 200) throw new Error(answer.body);
        }
      }
    },
  };
}

/** The status, reason and words of a refusal. */
export function saidBy(answer: { statusCode: number; json(): { reason?: string; message?: string } }) {
  const { reason, message } = answer.json();
  return [answer.statusCode, reason, message];
}
