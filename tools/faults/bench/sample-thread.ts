import { recordArrival } from '@vialkeep/contract/arrivals.ts';
import { addBatchVials, closeBatch, openBatch, recordBatchLot } from '@vialkeep/contract/batches.ts';
import { recordHarvest } from '@vialkeep/contract/harvests.ts';
import { addKits, addLot, sendKits } from '@vialkeep/contract/kits.ts';
import { createPatient } from '@vialkeep/contract/patients.ts';
import { createPlace, placeVial } from '@vialkeep/contract/places.ts';
import { quarantineVials, releaseVials } from '@vialkeep/contract/release.ts';
import { deliverVialOrder, packOrderVial, pickOrderVial, shipVialOrder } from '@vialkeep/contract/vial-orders.ts';
import { z } from 'zod';
import type { KillableProduct } from '../../harness/killable-product.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import { type OrderAttempt, orderVials } from './clinic-orders.ts';
import type { PatientCaller } from './patient-caller.ts';

export const PATIENTS_OF_RUN = '@thread-run.test';

const PASSWORD = 'Vialkeep-demo-1';

const Any = z.unknown();
const WithId = z.object({ id: z.number() });
const Kits = z.object({ kits: z.array(z.object({ code: z.string() })) });
const Codes = z.object({ codes: z.array(z.string()) });

/** The accounts and places that all threads of a run use. */
export type Network = {
  readonly product: KillableProduct;
  readonly admin: PatientCaller;
  readonly lab: PatientCaller;
  readonly clinic: PatientCaller;
  readonly ids: { readonly lab: number; readonly clinic: number; readonly facility: number; readonly reagent: number };
};

/** What was done with one patient's sample, as the callers were told. */
export type ThreadDone = {
  readonly patientId: number;
  readonly codes: readonly string[];
  readonly isReleasedBySignature: boolean;
  readonly orders: readonly OrderAttempt[];
};

/** One patient's sample from the kit to the delivered parcel; every step is repeated until it is answered. */
export async function runThread(
  network: Network,
  dice: SeededRandom,
  { name, nextInvoice }: { name: string; nextInvoice: () => number },
): Promise<ThreadDone> {
  const { lab, clinic } = network;
  const patientId = await addPatient(network, name);
  const kit_code = await prepareKit(network, name);
  const harvested_at = new Date().toISOString();
  await clinic.do(
    recordHarvest,
    { body: { patient_id: patientId, kit_code, harvested_at } },
    { answer: Any, doneBefore: 'kit_used' },
  );
  const inspected = { condition: 'intact', indicator: 'ok', identity_matches: true, decision: 'accepted' };
  const arrived = { kit_code, arrived_at: new Date().toISOString(), ...inspected };
  const arrival = await lab.scan(recordArrival, { body: arrived }, WithId);
  const codes = await makeVials(network, {
    patientId,
    arrivalId: arrival.id,
    quantity: Math.floor(dice.between(2, 5)),
  });
  const box_code = await addBox(network, name);
  for (const vial_code of codes) await lab.scan(placeVial, { body: { vial_code, box_code } }, Any);

  const isReleasedBySignature = dice.chance(0.4);
  if (isReleasedBySignature) await holdAndRelease(lab, codes);
  const orders: OrderAttempt[] = [];
  for (const quantities of ordersFor(codes.length, dice)) {
    const asked = quantities.map((quantity) => ({ invoice: nextInvoice(), patientId, quantity }));
    orders.push(...(await Promise.all(asked.map((wish) => orderVials(clinic, dice, wish)))));
  }
  for (const { told, invoice } of orders) if (told === 'bought') await sendOrder(network, invoice);
  return { patientId, codes, isReleasedBySignature, orders };
}

/** The orders of a patient with so many vials: those in one list are placed at the same time. */
function ordersFor(vials: number, dice: SeededRandom): readonly (readonly number[])[] {
  return dice.of([
    [[vials]],
    // One is refused, or waits for none.
    [[vials, vials - 1]],
    // Refused as a whole.
    [[vials + 1], [1]],
    [[1], [vials - 1]],
  ]);
}

async function addPatient({ product, admin, ids }: Network, name: string): Promise<number> {
  const email = `${name}${PATIENTS_OF_RUN}`;
  const body = {
    email,
    first_name: 'Thread',
    last_name: 'Patient',
    harvest_center_temporal: ids.clinic,
    processing_lab: ids.lab,
  };
  const added = await admin.do(createPatient, { body }, { answer: WithId, doneBefore: 'email_in_use' });
  return added?.id ?? Number(await findOne(product, 'select id as found from users where email = $1', email));
}

/** A lot with one kit, which is sent to the clinic. */
async function prepareKit({ product, lab, ids }: Network, name: string): Promise<string> {
  const body = { kind: 'kit', name: 'Harvest kit', lot: name };
  const lot = await lab.do(addLot, { body }, { answer: WithId, doneBefore: 'lot_known' });
  const lot_id = lot?.id ?? Number(await findOne(product, 'select id as found from lots where lot = $1', name));
  const kits = { lot_id, quantity: 1, serials: ['1'] };
  const added = await lab.do(addKits, { body: kits }, { answer: Kits, doneBefore: 'serial_known' });
  const code =
    added?.kits[0]?.code ?? (await findOne(product, 'select code as found from kits where lot_id = $1', lot_id));
  await lab.scan(sendKits, { body: { codes: [code], center_id: ids.clinic } }, Any);
  return String(code);
}

type Tissue = { readonly patientId: number; readonly arrivalId: number; readonly quantity: number };

async function makeVials({ product, lab, ids }: Network, { patientId, arrivalId, quantity }: Tissue) {
  const body = { patient_id: patientId, arrival_id: arrivalId, passage: 1 };
  const opened = await lab.do(openBatch, { body }, { answer: WithId, doneBefore: 'passage_taken' });
  const id =
    opened?.id ?? Number(await findOne(product, 'select id as found from batches where patient_id = $1', patientId));
  const params = { id };
  await lab.scan(recordBatchLot, { params, body: { lot_id: ids.reagent } }, Any);
  const date = new Date().toISOString().slice(0, 10);
  const { codes } = await lab.scan(addBatchVials, { params, body: { quantity, date } }, Codes);
  await lab.do(closeBatch, { params, body: { outcome: 'closed' } }, { answer: Any, doneBefore: 'batch_closed' });
  return codes;
}

async function addBox({ product, lab, ids }: Network, name: string): Promise<string> {
  const body = { kind: 'box', name, parent_id: ids.facility, rows: 3, columns: 3 };
  const answer = z.object({ code: z.string() });
  const added = await lab.do(createPlace, { body }, { answer, doneBefore: 'name_taken' });
  return added?.code ?? String(await findOne(product, 'select code as found from places where name = $1', name));
}

async function holdAndRelease(lab: PatientCaller, vial_codes: readonly string[]): Promise<void> {
  await lab.do(quarantineVials, { body: { vial_codes, note: 'A run with faults' } }, { answer: Any });
  const body = { vial_codes, note: 'Reviewed in a run with faults', signature: { password: PASSWORD } };
  await lab.do(releaseVials, { body }, { answer: Any, doneBefore: 'not_held' });
}

/** Sends the order that was charged; an invoice whose first charge failed also has a cancelled order. */
async function sendOrder({ product, lab }: Network, invoice: number): Promise<void> {
  const { rows } = await product.tables((owner) =>
    owner.query<{ id: number; codes: string[] }>(
      `select vial_orders.id, array(select code from vials where order_id = vial_orders.id order by id) as codes
       from vial_orders join checkouts on checkouts.id = vial_orders.checkout_id
       where invoice_id = $1 and checkouts.state = 'charged'`,
      [invoice],
    ),
  );
  const [order] = rows;
  // The books name a charge without its order.
  if (!order) return;
  const params = { id: order.id };
  for (const vial_code of order.codes) await lab.scan(pickOrderVial, { params, body: { vial_code } }, Any);
  for (const vial_code of order.codes) await lab.scan(packOrderVial, { params, body: { vial_code } }, Any);
  await lab.scan(shipVialOrder, { params, body: { tracking_number: `7946${invoice}` } }, Any);
  await lab.do(deliverVialOrder, { params }, { answer: Any, doneBefore: 'order_over' });
}

async function findOne({ tables }: KillableProduct, query: string, value: string | number): Promise<unknown> {
  const { rows } = await tables((owner) => owner.query<{ found: unknown }>(query, [value]));
  if (rows.length !== 1) throw new Error(`${rows.length} rows instead of one: ${query} ${value}`);
  return rows[0]?.found;
}
