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

// The test's own patient: two vials were added, one was shipped, and a note was corrected.
beforeEach(async () => {
  patient = await newPatient(world);
  const body = { type: 'added', date: '2026-03-01', quantity: 2, user: patient };
  entry = (await world.call(admin, addVialEntry, { body })).data.id;
  await world.call(admin, addVialEntry, { body: { ...body, type: 'shipped', quantity: 1 } });
  await world.call(admin, editVialEntry, { params: { id: entry }, body: { note: 'Rack B' } });
});

/** The faults that appear after this statement of the database owner. */
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

describe('Verification of the ledger', () => {
  test('the verification accepts the ledger and the tables derived from it', async () => {
    expect(await faults()).toEqual([]);
  });

  test.each(['at', 'kind', 'facts', 'previous', 'hash', 'request_id', 'occurred_on', 'actor_id', 'user_id'])(
    'the verification names the patient and the event after the smallest change of %s in one event',
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

  test('the verification reports a deleted last event', async () => {
    const lost = await wrongAfter('delete from custody_events where patient_id = $patient and position = 3');
    expect(lost).toEqual([
      `${patient} at 3: the chain is broken`,
      `${patient} at 1: entry ${entry} is not what the chain says`,
    ]);
  });
});

describe('Verification of the tables against the ledger', () => {
  test('the verification reports a shipped vial that is stored again', async () => {
    const wrong = await wrongAfter(
      "update vials set state = 'stored', shipped_entry_id = null where patient_id = $patient and state = 'shipped'",
    );
    expect(wrong).toEqual([expect.stringMatching(`^${patient} at 2: vial \\S+ is stored and should be shipped$`)]);
  });

  test('the verification reports a vial that no event added', async () => {
    const wrong = await wrongAfter(
      `insert into vials (patient_id, domain_id, code, added_entry_id) values ($patient, 1, '0000-0000-0', $entry)`,
    );
    expect(wrong).toEqual([`${patient} at null: vial 0000-0000-0 is stored and should be unknown`]);
  });

  test('the verification reports a missing vial and an entry with another quantity', async () => {
    const gone = await wrongAfter("delete from vials where patient_id = $patient and state = 'stored'");
    expect(gone).toEqual([expect.stringMatching(`^${patient} at 1: vial \\S+ is missing and should be stored$`)]);
    const other = await wrongAfter('update vial_entries set quantity = 9 where id = $entry');
    expect(other).toEqual([`${patient} at 3: entry ${entry} is not what the chain says`]);
  });
});
