import { updatePatient } from '@vialkeep/contract/patients.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newWorld, type World } from '../../testing/world.ts';
import { verifyProcessing } from './index.ts';

let world: World;
let id: number;
beforeAll(async () => {
  world = await newWorld();
  id = await world.idOf('patient13@vialkeep.test');
});
afterAll(() => world.close());

const faults = () => verifyProcessing(world.app.services.store.read('platform'));

describe('Replay of the ledger', () => {
  test('the replay gives the record of every patient of the demo network', async () => {
    expect(await faults()).toEqual([]);
  });

  test('the replay still gives the record after changes and their reversal', async () => {
    const admin = await world.as('admin');
    for (const body of [
      { lab_id: 'CB-1', sterility_complete: null },
      { lab_id: '' },
      { date_adipose_received_by_lab: null },
    ]) {
      await world.call(admin, updatePatient, { params: { id }, body });
    }
    expect(await faults()).toEqual([]);
  });

  test('the replay names the field of a record that was changed directly', async () => {
    await world.sql("update patient_records set lab_id = 'CB-forged' where patient_id = $1", [id]);
    expect(await faults()).toEqual([
      { patientId: id, position: expect.any(Number), fault: 'lab_id is not what the chain says' },
    ]);
  });
});
