import { closeBatch, readBatch, recordBatchLot } from '@vialkeep/contract/batches.ts';
import { readBenchHome, undoScan } from '@vialkeep/contract/bench.ts';
import { listKits, sendKits, voidKit } from '@vialkeep/contract/kits.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Intake, listEvents, openIntake, scanOf } from '../../../testing/bench/intake-world.ts';
import { newWorld, type World } from '../../../testing/world.ts';
import { verifyCustody } from '../../custody/index.ts';
import { verifyVials } from '../../vials/index.ts';

let world: World;
let intake: Intake;
beforeAll(async () => {
  world = await newWorld({ DATABASE_POOL: '16' });
  intake = await openIntake(world);
});
afterAll(() => world.close());

const undo = (undoes: string) => world.send(intake.lab, undoScan, { body: { ...scanOf(), undoes } });
const tooLate = { reason: 'too_late', message: 'Changed since, or more than 10 minutes old.' };

async function send(codes: readonly string[]): Promise<string> {
  const scan = scanOf();
  await world.call(intake.lab, sendKits, { body: { ...scan, codes, center_id: intake.hc.user.id } });
  return scan.scan_id;
}

async function useLot(batch: number, lot: number): Promise<string> {
  const scan = scanOf();
  await world.call(intake.lab, recordBatchLot, { params: { id: batch }, body: { ...scan, lot_id: lot } });
  return scan.scan_id;
}

const lotsOf = async (batch: number) => (await world.call(intake.lab, readBatch, { params: { id: batch } })).lots;

describe('Undo of kits that were sent', () => {
  test('the kits of one step are in stock again, without a clinic, and can be sent anew', async () => {
    const codes = (await intake.newKits(2)).map(({ code }) => code);
    const scan = await send(codes);
    expect(await world.call(intake.lab, readBenchHome, { query: {} })).toMatchObject({
      last: { scan_id: scan, may_undo: true },
    });
    const answer = await undo(scan);
    expect([answer.statusCode, answer.json()]).toEqual([200, { undone: scan, kind: 'send_kits', codes }]);
    for (const code of codes) {
      const { results } = await world.call(intake.lab, listKits, { query: { code } });
      expect(results).toMatchObject([{ state: 'in_stock', center: null, sent_at: null }]);
    }
    expect((await undo(scan)).json()).toMatchObject(tooLate);
    await send(codes);
  });

  test('it is too late when one kit of the step was used, received or voided', async () => {
    const [kept, gone] = await intake.newKits(2);
    const scan = await send([String(kept?.code), String(gone?.code)]);
    await world.call(intake.lab, voidKit, { params: { id: Number(gone?.id) }, body: { reason: 'The seal was open' } });
    expect((await undo(scan)).json()).toMatchObject({ ...tooLate, fields: { undoes: tooLate.message } });
    const { results } = await world.call(intake.lab, listKits, { query: { code: String(kept?.code) } });
    expect(results).toMatchObject([{ state: 'sent' }]);
  });

  test('20 undos at once take the kits back once', async () => {
    const scan = await send([(await intake.newKit()).code]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(scan)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(19);
  });
});

describe('Undo of a lot that was used', () => {
  test('the batch is without the lot, its chain tells both steps, and the lot can be recorded again', async () => {
    const { batch, patient } = await intake.newBatch();
    const lot = await intake.newLot({ kind: 'reagent', name: 'Medium' });
    const answer = (await undo(await useLot(batch.id, lot.id))).json();
    expect(answer).toMatchObject({ kind: 'use_lot', codes: [lot.lot] });
    expect(await lotsOf(batch.id)).toEqual([]);
    await useLot(batch.id, lot.id);
    expect(await lotsOf(batch.id)).toMatchObject([{ id: lot.id }]);
    const told = (await listEvents(world, patient)).slice(-3);
    expect(told).toMatchObject([
      { kind: 'batch.lot_used', facts: { lot: lot.id } },
      { kind: 'bench.undone', facts: { undoes: 'batch.lot_used', batch: batch.id, lot: lot.id } },
      { kind: 'batch.lot_used', facts: { lot: lot.id } },
    ]);
    const db = world.app.services.store.read('platform');
    expect([...(await verifyVials(db)), ...(await verifyCustody(db))]).toEqual([]);
  });

  test('it is too late when the batch went on, was closed, or had the lot before this scan', async () => {
    const { batch } = await intake.newBatch();
    const [first, second] = [
      await intake.newLot({ kind: 'reagent', name: 'Medium' }),
      await intake.newLot({ kind: 'reagent', name: 'Buffer' }),
    ];
    const early = await useLot(batch.id, first.id);
    const repeated = await useLot(batch.id, first.id);
    expect((await undo(repeated)).json()).toMatchObject(tooLate);
    const late = await useLot(batch.id, second.id);
    expect((await undo(early)).json()).toMatchObject(tooLate);
    await world.call(intake.lab, closeBatch, { params: { id: batch.id }, body: { outcome: 'closed' } });
    expect((await undo(late)).json()).toMatchObject(tooLate);
    expect(await lotsOf(batch.id)).toHaveLength(2);
  });

  test('20 undos at once take the lot back once', async () => {
    const { batch } = await intake.newBatch();
    const lot = await intake.newLot({ kind: 'reagent', name: 'Medium' });
    const scan = await useLot(batch.id, lot.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(scan)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await lotsOf(batch.id)).toEqual([]);
  });
});
