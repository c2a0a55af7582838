import { randomUUID } from 'node:crypto';
import { createPlace, placeVial, takeVial } from '@vialkeep/contract/places.ts';
import type { SessionUser } from '@vialkeep/contract/session.ts';
import { addVialEntry } from '@vialkeep/contract/vials.ts';
import { newPatient } from '../new-patient.ts';
import type { Caller, World } from '../world.ts';
import { newCode } from './fill-bench.ts';

/** What every scan has: an id of its own, and how it was read. */
export const newScan = () => ({ scan_id: randomUUID(), input: 'scanner' });

/** A patient of lab@ with so many vials in store. */
export async function patientWithVials(world: World, admin: Caller, vials: number) {
  const id = await newPatient(world);
  const body = { type: 'added', date: '2026-03-01', quantity: vials, user: id };
  const { codes } = (await world.call(admin, addVialEntry, { body })).data;
  return { id, codes };
}

/** A facility, a freezer, a rack and a box of this lab. */
export async function newStorage(world: World, lab: Caller, { rows = 2, columns = 3 } = {}) {
  const add = (body: object) => world.call(lab, createPlace, { body: { name: newCode(), ...body } });
  const facility = await add({ kind: 'facility' });
  const freezer = await add({ kind: 'freezer', parent_id: facility.id });
  const rack = await add({ kind: 'rack', parent_id: freezer.id });
  const box = await add({ kind: 'box', parent_id: rack.id, rows, columns });
  return { add, facility, freezer, rack, box };
}

/** The scans of a caller at this world's bench. */
export function scansOf(world: World, caller: Caller) {
  return {
    place: (vial_code: string, box_code: string, more: object = {}) =>
      world.call(caller, placeVial, { body: { ...newScan(), vial_code, box_code, ...more } }),
    take: (vial_code: string, more: object = {}) =>
      world.call(caller, takeVial, { body: { ...newScan(), vial_code, ...more } }),
  };
}

/** The demo's other lab, whose bench is on; without operators its account acts alone. */
export async function otherLabWithBench(world: World): Promise<Caller & { user: SessionUser }> {
  const other = await world.as('lab2');
  await world.sql(
    `insert into lab_settings (domain_id, lab_id, bench_on) values (1, $1, true)
     on conflict (lab_id) do update set bench_on = true`,
    [other.user.id],
  );
  await world.sql('update lab_operators set ended_at = now() where lab_id = $1 and ended_at is null', [other.user.id]);
  return other;
}
