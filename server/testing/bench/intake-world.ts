import { randomUUID } from 'node:crypto';
import { recordArrival } from '@vialkeep/contract/arrivals.ts';
import { openBatch } from '@vialkeep/contract/batches.ts';
import { recordHarvest } from '@vialkeep/contract/harvests.ts';
import { addKits, addLot } from '@vialkeep/contract/kits.ts';
import { newPatient } from '../new-patient.ts';
import type { World } from '../world.ts';
import { openBench } from './lab-world.ts';

const HOUR_MS = 60 * 60 * 1000;

export const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
export const today = () => new Date().toISOString().slice(0, 10);
export const scanOf = () => ({ scan_id: randomUUID(), input: 'scanner' as const });

/** The bench of lab@ is on; its steps from the kit to the batch, each with what the next one needs. */
export async function openIntake(world: World, settings: object = {}) {
  const { admin, lab } = await openBench(world, settings);
  const hc = await world.as('hc');

  const newLot = (values: object = {}) =>
    world.call(lab, addLot, { body: { kind: 'kit', name: 'Harvest kit', lot: randomUUID().slice(0, 12), ...values } });
  const newKits = async (quantity = 1, values: object = {}) => {
    const lot = await newLot(values);
    return (await world.call(lab, addKits, { body: { lot_id: lot.id, quantity } })).kits;
  };
  const newKit = async (values: object = {}) => {
    const [kit] = await newKits(1, values);
    if (!kit) throw new Error('No kit was made.');
    return kit;
  };
  /** A patient of hc@ and lab@ without any events. */
  const addPatient = async () => {
    const id = await newPatient(world);
    await world.sql("insert into relations (domain_id, subject_id, kind, object_id) values (1, $1, 'center', $2)", [
      id,
      hc.user.id,
    ]);
    return id;
  };
  const harvest = async (hours = 10) => {
    const [kit, patient] = [await newKit(), await addPatient()];
    const body = { patient_id: patient, kit_code: kit.code, harvested_at: hoursAgo(hours) };
    return { kit, patient, ...(await world.call(hc, recordHarvest, { body })) };
  };
  const arrival = (values: object = {}) => ({
    ...scanOf(),
    arrived_at: hoursAgo(0),
    condition: 'intact',
    indicator: 'ok',
    identity_matches: true,
    decision: 'accepted',
    ...values,
  });
  const receive = async (values: object = {}) => {
    const taken = await harvest();
    const body = arrival({ kit_code: taken.kit.code, ...values });
    return { ...taken, arrival: await world.call(lab, recordArrival, { body }) };
  };
  const newBatch = async (passage = 1) => {
    const received = await receive();
    const body = { patient_id: received.patient, arrival_id: received.arrival.id, passage };
    return { ...received, batch: await world.call(lab, openBatch, { body }) };
  };
  return { admin, lab, hc, newLot, newKits, newKit, addPatient, harvest, arrival, receive, newBatch };
}

export type Intake = Awaited<ReturnType<typeof openIntake>>;

/** The kinds of events in a patient's chain, oldest first, with their facts. */
export function listEvents(world: World, patientId: number) {
  return world.sql<{ kind: string; facts: Record<string, unknown> }>(
    'select kind, facts from custody_events where patient_id = $1 order by position',
    [patientId],
  );
}
