import { randomUUID } from 'node:crypto';
import { openBatch } from '@vialkeep/contract/batches.ts';
import { checkOut, readNextInvoice } from '@vialkeep/contract/checkout.ts';
import { openDeviation } from '@vialkeep/contract/deviations.ts';
import { recordHarvest } from '@vialkeep/contract/harvests.ts';
import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { addKits, addLot, sendKits } from '@vialkeep/contract/kits.ts';
import { createPlace, placeVial } from '@vialkeep/contract/places.ts';
import { releaseVials } from '@vialkeep/contract/release.ts';
import { beginStockCount } from '@vialkeep/contract/stock-counts.ts';
import { listVialOrders, pickOrderVial, readVialOrder } from '@vialkeep/contract/vial-orders.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { z } from 'zod';
import { type Callers, CLINIC_OF_BENCH, LAB_WITH_BENCH } from '../callers.ts';
import type { Client } from '../client.ts';
import type { BenchStock } from './bench-stock.ts';
import { SIGNER_PIN } from './lab-shift.ts';

const WithId = z.object({ id: z.number() });
const WithCode = z.object({ code: z.string() });
const Kits = z.object({ kits: z.array(WithCode) });
const Entry = z.object({ data: z.object({ codes: z.array(z.string()) }) });
const Invoice = z.object({ transaction_id: z.number() });
const Order = z.object({ id: z.number(), vials: z.array(WithCode) });
const Orders = z.object({ results: z.array(WithId) });

type Sent = { readonly id?: number; readonly body?: object };
type Supply = {
  readonly client: Client;
  readonly callers: Callers;
  readonly stock: BenchStock;
  readonly round: number;
};

/**
 * Makes what the calls of the bench use up, by the calls of the product: kits, tissue, a batch, vials, an order, a
 * count and a deviation. Returns the steps that were refused: later in a run, requests may have changed what they need.
 */
export async function refillBench({ client, callers, stock, round }: Supply): Promise<readonly string[]> {
  const refused: string[] = [];
  const ask = async <S extends z.ZodType>(caller: string, route: Route, answer: S, { id, body }: Sent = {}) => {
    const request = {
      method: route.method,
      path: route.path.replace(':id', String(id)),
      body: body ? JSON.stringify(body) : null,
    };
    const send = () =>
      client.send({ ...request, headers: { ...callers.headersOf(caller), 'content-type': 'application/json' } });
    let told = await send();
    // A request of the run may have ended the shift meanwhile.
    if (typeof told !== 'string' && told.body.includes('"operator_required"')) {
      await callers.beginShift();
      told = await send();
    }
    if (typeof told !== 'string' && told.status === 200) return answer.parse(JSON.parse(told.body));
    refused.push(`${route.path}: ${typeof told === 'string' ? told : told.body}`);
    return null;
  };
  const atLab = <S extends z.ZodType>(route: Route, answer: S, sent: Sent) => ask(LAB_WITH_BENCH, route, answer, sent);
  const scan = () => ({ scan_id: randomUUID(), input: 'scanner' });
  const now = new Date().toISOString();
  const patient = stock.some('patient').id;
  // Vials are released only of a patient whose consents are complete.
  const owner = stock.some('consentedPatient').id;

  await atLab(addLot, z.unknown(), { body: { kind: 'reagent', name: 'Refill', lot: `R${round}` } });
  const lot = await atLab(addLot, WithId, { body: { kind: 'kit', name: 'Refill', lot: `K${round}` } });
  const added = await atLab(addKits, Kits, { body: { lot_id: lot?.id, quantity: 9 } });
  const codes = added?.kits.map(({ code }) => code).slice(0, 6) ?? [];
  await atLab(sendKits, z.unknown(), { body: { ...scan(), codes, center_id: stock.some('clinic').id } });
  for (const kit_code of codes.slice(0, 3)) {
    await ask(CLINIC_OF_BENCH, recordHarvest, z.unknown(), {
      body: { patient_id: patient, kit_code, harvested_at: now },
    });
  }
  await atLab(openBatch, z.unknown(), { body: { patient_id: patient, passage: round % 100 } });

  const entry = { type: 'added', date: now.slice(0, 10), quantity: 12, user: owner };
  const made = (await atLab(addVialEntry, Entry, { body: entry }))?.data.codes ?? [];
  const size = { rows: 9, columns: 9 };
  const place = { kind: 'box', name: `Refill ${round}`, parent_id: stock.some('rack').id, ...size };
  const box = await atLab(createPlace, WithCode, { body: place });
  for (const vial_code of made.slice(0, 4)) {
    await atLab(placeVial, z.unknown(), { body: { ...scan(), vial_code, box_code: box?.code } });
  }
  const signed = { note: 'Recorded and reviewed before this run.', signature: { pin: SIGNER_PIN } };
  await atLab(releaseVials, z.unknown(), { body: { vial_codes: made.slice(0, 9), ...signed } });
  await atLab(beginStockCount, z.unknown(), { body: { box_code: box?.code } });
  const source = { vials: made.slice(11) };
  await atLab(openDeviation, z.unknown(), { body: { title: `Refill ${round}`, source } });

  for (const quantity of [2, 1]) {
    const next = await ask(CLINIC_OF_BENCH, readNextInvoice, Invoice);
    await ask(CLINIC_OF_BENCH, checkOut, z.unknown(), { body: orderOf(owner, quantity, next?.transaction_id ?? 0) });
  }
  const orders = await atLab(listVialOrders, Orders, {});
  const id = orders?.results.at(-1)?.id;
  const order = await atLab(readVialOrder, Order, id === undefined ? {} : { id });
  for (const { code } of order?.vials ?? []) {
    await atLab(pickOrderVial, z.unknown(), {
      ...(id === undefined ? {} : { id }),
      body: { ...scan(), vial_code: code },
    });
  }
  return refused;
}

const DOLLARS_A_VIAL = 450;
const SHIPPING = 95;

function orderOf(patient_id: number, product_quantity: number, invoice_id: number) {
  return {
    product_id: 2,
    product_quantity,
    total_amount: DOLLARS_A_VIAL * product_quantity + SHIPPING,
    patient_id,
    invoice_id,
    addressInfo: { address1: '1 Main Street', city: 'Austin', state: 'Texas', country_desc: 'United States' },
    credit_card: {
      full_name: 'Attack Run',
      card_number: '4111111111111111',
      expiration_date: `${new Date().getUTCFullYear() + 2}-1`,
      cvc: '123',
    },
  };
}
