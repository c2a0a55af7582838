import { addVialEntry, editVialEntry } from '@vialkeep/contract/vials.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newPatient } from '../../testing/new-patient.ts';
import { type Caller, newWorld, type World } from '../../testing/world.ts';
import { verifyCustody } from '../custody/index.ts';
import { verifyVials } from './verify-vials.ts';

let world: World;
let admin: Caller;
let patient: number;
let entry: number;
beforeAll(async () => {
  world = await newWorld();
  admin = await world.as('admin');
  await world.sql('alter table custody_events disable trigger custody_events_are_kept');
  await world.sql('alter table vial_entries disable trigger user');
});
afterAll(() => world.close());

// A patient of the test's own: two vials came in, one left, and a note was corrected.
beforeEach(async () => {
  patient = await newPatient(world);
  const body = { type: 'added', date: '2026-03-01', quantity: 2, user: patient };
  entry = (await world.call(admin, addVialEntry, { body })).data.id;
  await world.call(admin, addVialEntry, { body: { ...body, type: 'shipped', quantity: 1 } });
  await world.call(admin, editVialEntry, { params: { id: entry }, body: { note: 'Rack B' } });
});

/** Everything that is wrong, and was not wrong before somebody who can do everything did this. */
async function wrongAfter(statement: string): Promise<string[]> {
  const before = await faults();
  await world.sql(statement.replaceAll('$patient', String(patient)).replaceAll('$entry', String(entry)));
  return (await faults()).filter((fault) => !before.includes(fault));
}

async function faults(): Promise<string[]> {
  const db = world.app.services.store.read('platform');
  const all = [...(await verifyCustody(db)), ...(await verifyVials(db))];
  return all.map(({ patientId, position, fault }) => `${patientId} at ${position}: ${fault}`);
}

describe('the ledger', () => {
  test('holds, and so does what is derived from it', async () => {
    expect(await faults()).toEqual([]);
  });

  test.each(['at', 'kind', 'facts', 'previous', 'hash', 'request_id', 'occurred_on', 'actor_id', 'user_id'])(
    'is found broken, by patient and event, when the least of %s is altered in one event',
    async (column) => {
      const altered: Record<string, string> = {
        at: "at + interval '1 microsecond'",
        kind: "kind || 'x'",
        facts: `replace(facts::text, '"quantity": 1', '"quantity": 2')::jsonb`,
        previous: 'set_byte(previous, 0, (get_byte(previous, 0) + 1) % 256)',
        hash: 'set_byte(hash, 31, (get_byte(hash, 31) + 1) % 256)',
        request_id: "request_id || ' '",
        occurred_on: 'occurred_on + 1',
        actor_id: 'actor_id + 1',
        user_id: 'null',
      };
      const change = `update custody_events set ${column} = ${altered[column]} where patient_id = $patient and position = 2`;
      expect(await wrongAfter(change)).toContain(`${patient} at 2: the chain is broken`);
    },
  );

  test('is found broken when its last event is gone', async () => {
    const lost = await wrongAfter('delete from custody_events where patient_id = $patient and position = 3');
    expect(lost).toEqual([
      `${patient} at 3: the chain is broken`,
      `${patient} at 1: entry ${entry} is not what the chain says`,
    ]);
  });
});

describe('a table that says something else than the ledger', () => {
  test('is found when a vial is back that has left', async () => {
    const wrong = await wrongAfter(
      "update vials set state = 'stored', shipped_entry_id = null where patient_id = $patient and state = 'shipped'",
    );
    expect(wrong).toEqual([expect.stringMatching(`^${patient} at 2: vial \\S+ is stored and should be shipped$`)]);
  });

  test('is found when a vial is there that nobody added', async () => {
    const wrong = await wrongAfter(
      `insert into vials (patient_id, domain_id, code, added_entry_id) values ($patient, 1, '0000-0000-0', $entry)`,
    );
    expect(wrong).toEqual([`${patient} at null: vial 0000-0000-0 is stored and should be unknown`]);
  });

  test('is found when a vial is gone, or an entry speaks of another number', async () => {
    const gone = await wrongAfter("delete from vials where patient_id = $patient and state = 'stored'");
    expect(gone).toEqual([expect.stringMatching(`^${patient} at 1: vial \\S+ is missing and should be stored$`)]);
    const other = await wrongAfter('update vial_entries set quantity = 9 where id = $entry');
    expect(other).toEqual([`${patient} at 3: entry ${entry} is not what the chain says`]);
  });
});
