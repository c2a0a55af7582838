import { randomUUID } from 'node:crypto';
import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { fieldsOf } from '../../../server/testing/fields.ts';
import type { Input } from '../../../server/testing/world.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import type { BenchStock, StockKind } from './bench-stock.ts';
import { SIGNER_PIN } from './lab-shift.ts';

type Json = Readonly<Record<string, unknown>>;
type StockRange = { readonly stock: BenchStock; readonly dice: SeededRandom; readonly count: number };

export function isOfBench({ route }: NamedRoute): boolean {
  return /^\/(?:api\/v1\/(?:bench|harvests)|media\/bench-photo)\//.test(route.path);
}

/**
 * Input that names what the demo's lab has, so that the handlers read it. The matrix names things of labs whose bench
 * is off, and every scan would repeat one id.
 */
export function benchInput(
  call: NamedRoute,
  asking: StockRange,
): Required<Pick<Input, 'params' | 'query'>> & { body: Json } {
  const { route, name } = call;
  const lab_id = asking.stock.some('lab').id;
  const ofLab = (part: Parameters<typeof fieldsOf>[0]) => (hasField(part, 'lab_id') ? { lab_id } : {});
  const kind = idKinds.find(([path]) => route.path.includes(`/bench/${path}/:id/`))?.[1] ?? [];
  const special = inputs[name]?.(asking) ?? {};
  const scan = hasField(route.body, 'scan_id') ? { scan_id: randomUUID(), input: 'scanner' } : {};
  return {
    params: { ...(kind.length > 0 ? { id: asking.stock.some(...kind).id } : {}), ...special.params },
    query: ofLab(route.query),
    body: { ...ofLab(route.body), ...scan, ...special.body },
  };
}

function hasField(part: Parameters<typeof fieldsOf>[0], name: string): boolean {
  return fieldsOf(part).some(([first, ...rest]) => first === name && rest.length === 0);
}

const idKinds: readonly (readonly [path: string, kinds: readonly StockKind[]])[] = [
  ['orders', ['openOrder', 'packedOrder', 'shippedOrder']],
  ['kits', ['kitInStock', 'kitSent']],
  ['batches', ['openBatch']],
  ['places', ['box']],
  ['counts', ['openCount']],
  ['deviations', ['openDeviation']],
  ['operators', ['operator']],
  ['lots', ['kitLot']],
  ['arrivals', ['arrival']],
];

const signature = { pin: SIGNER_PIN };
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
const today = () => hoursAgo(0).slice(0, 10);

const aboutVial =
  (...kinds: readonly StockKind[]) =>
  ({ stock }: StockRange) => {
    const { id, code } = stock.some(...kinds, 'storedVial');
    return { params: { id }, body: { vial_code: code } };
  };

const inspected = () => ({
  arrived_at: hoursAgo(0),
  condition: 'intact',
  indicator: 'ok',
  identity_matches: true,
  decision: 'accepted',
});

function sourceOf({ stock, dice }: StockRange): Json {
  return dice.of<Json>([
    { kit_lot: stock.some('kitLot').id },
    { reagent_lot: stock.some('reagentLot').id },
    { batch: stock.some('openBatch').id },
    { place: stock.some('box').id, from: hoursAgo(48), to: hoursAgo(0) },
    { lab_day: today() },
    { vials: [stock.some('storedVial').code] },
  ]);
}

const inputs: Readonly<Record<string, (asking: StockRange) => { params?: Json; body?: Json }>> = {
  changeLabSettings: ({ stock }) => ({
    body: { version: Number(stock.some('lab').code), label_note: 'FOR AUTOLOGOUS USE ONLY' },
  }),
  beginShift: ({ stock }) => ({ body: { operator_code: stock.some('operator').code, pin: SIGNER_PIN } }),
  lookUpScan: ({ stock, dice }) => ({ body: { text: stock.some(dice.of(['storedVial', 'reagentLot'])).code } }),
  undoScan: ({ stock }) => ({ body: { undoes: stock.some('scan').code } }),
  printLabels: ({ stock, dice }) => ({
    body: { codes: [stock.some('storedVial').code], format: dice.of(['sheet', 'roll', 'zpl']), reason: 'It tore.' },
  }),
  readVialPassport: ({ stock }) => ({ params: { code: stock.some('storedVial').code } }),

  createPlace: ({ stock, count }) => ({
    body: { kind: 'box', name: `Attack ${count}`, parent_id: stock.some('rack').id, rows: 9, columns: 9 },
  }),
  changePlace: ({ count }) => ({ body: { name: `Renamed ${count}` } }),
  placeVial: ({ stock }) => ({
    body: { vial_code: stock.some('freeVial', 'storedVial').code, box_code: stock.some('box').code },
  }),
  takeVial: ({ stock }) => ({ body: { vial_code: stock.some('storedVial').code } }),
  beginStockCount: ({ stock }) => ({ body: { box_code: stock.some('box').code } }),
  scanIntoCount: ({ stock }) => ({ body: { text: stock.some('storedVial').code } }),
  closeStockCount: ({ stock }) => ({
    body: { resolutions: [{ code: stock.some('storedVial').code, as: 'leave', note: 'It was there.' }] },
  }),

  pickOrderVial: aboutVial('vialToPick'),
  packOrderVial: aboutVial('vialToPack', 'vialToPick'),
  reportLostVial: aboutVial('vialToPick'),
  shipVialOrder: ({ stock }) => ({
    params: { id: stock.some('packedOrder', 'openOrder').id },
    body: { quantity_agreed: 1 },
  }),
  deliverVialOrder: ({ stock }) => ({ params: { id: stock.some('shippedOrder', 'openOrder').id } }),

  addLot: ({ count, dice }) => ({
    body: { kind: dice.of(['kit', 'reagent']), name: 'Attack', lot: `A${count}`, expires_on: '2099-01-05' },
  }),
  addKits: ({ stock }) => ({ body: { lot_id: stock.some('kitLot').id } }),
  sendKits: ({ stock }) => ({
    body: { codes: [stock.some('kitInStock').code], center_id: stock.some('clinic').id },
  }),
  recordHarvest: ({ stock }) => ({
    body: { patient_id: stock.some('patient').id, kit_code: stock.some('kitSent').code, harvested_at: hoursAgo(1) },
  }),
  readBenchPhoto: ({ stock }) => ({ params: { file: stock.some('photo').code } }),
  recordArrival: ({ stock }) => ({ body: { ...inspected(), kit_code: stock.some('kitUsed').code } }),
  correctArrival: () => ({ body: inspected() }),
  openBatch: ({ stock, count }) => ({ body: { patient_id: stock.some('patient').id, passage: count % 100 } }),
  recordBatchLot: ({ stock }) => ({ body: { lot_id: stock.some('reagentLot').id } }),
  recordQc: ({ dice }) => ({
    body: { test: dice.of(['viability', 'count', 'sterility', 'other']), value: 90, sampled_on: today() },
  }),
  addBatchVials: () => ({ body: { date: today() } }),
  closeBatch: ({ dice }) => ({ body: { outcome: dice.of(['closed', 'failed']), reason: 'It did not grow.' } }),

  openDeviation: (asking) => ({ body: { source: sourceOf(asking), is_drill: asking.dice.chance(0.5) } }),
  traceSource: (asking) => ({ body: { source: sourceOf(asking) } }),
  releaseVials: ({ stock }) => ({
    body: {
      vial_codes: [stock.some('heldVial', 'storedVial').code],
      note: 'Reviewed by the records of the lab.',
      signature,
    },
  }),
  quarantineVials: ({ stock, dice }) => ({
    body: {
      vial_codes: [stock.some('storedVial').code],
      ...(dice.chance(0.3) ? { deviation_id: stock.some('openDeviation').id } : {}),
    },
  }),
  discardVials: ({ stock }) => ({
    body: {
      vial_codes: [stock.some('freeVial', 'storedVial').code],
      basis: 'damaged',
      photos: [stock.some('photo').code],
      signature,
    },
  }),
  closeDeviation: () => ({ body: { signature } }),
};
