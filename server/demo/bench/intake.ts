import { BatchId, UserId } from '@vialkeep/contract/kernel/ids.ts';
import {
  addLotToBatch,
  createArrival,
  createBatch,
  createHarvest,
  createKits,
  createLot,
  createResult,
  endBatch,
  markKitsSent,
} from '../../capabilities/intake/index.ts';
import { type Bench, readBenchSettings } from '../../capabilities/lab-policy/index.ts';
import { recordVials } from '../../capabilities/vials/index.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Services } from '../../kernel/services.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const LAB = 'lab2@vialkeep.test';
const CLINIC = 'hc2@vialkeep.test';

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const dayBefore = (days: number) => daysAgo(days).slice(0, 10);

/** The codes of kits and batches are the same in every demo network, and no vial's. */
function createCodes(): (bytes: number) => Uint8Array {
  let drawn = 0;
  return (bytes) => {
    drawn += 1;
    return Uint8Array.from({ length: bytes }, (_, at) => (drawn * 37 + at * 11 + ((drawn * at) % 7)) & 255);
  };
}

/** A lab with its bench on: lots and kits, tissue on its way, tissue that was accepted, and a batch with its vials. */
export async function addIntake(services: Services): Promise<void> {
  const { store } = services;
  const users = await store.read('platform').selectFrom('users').select(['id', 'domain_id', 'email']).execute();
  const idOf = (email: string) => {
    const user = users.find((candidate) => candidate.email === email);
    if (!user) throw new Error(`The demo network has no ${email}.`);
    return user;
  };
  const { id: labId, domain_id: domainId } = idOf(LAB);
  const patientOf = (key: string) => ({ id: idOf(`${key}@vialkeep.test`).id, domainId });
  const userId = UserId.parse(labId);
  const cause = { actorId: userId, userId, sessionId: null, requestId: 'demo-intake' };
  await store.write(domainId, cause, async (work) => {
    const lab = { id: labId, domainId };
    const bench: Bench = { lab, operator: null, settings: await readBenchSettings(work.db, labId) };
    const kits = await addLotsAndKits(work, bench, idOf(CLINIC).id);
    const harvest = (patient: string, at: number, days: number) =>
      createHarvest(
        work,
        { lab, patient: patientOf(patient), centerId: idOf(CLINIC).id },
        { kit_code: kits.codes[at] ?? '', harvested_at: daysAgo(days), volume_ml: 60 },
      );
    const accept = (patient: string, at: number, days: number) =>
      createArrival(
        work,
        services,
        { bench, patient: patientOf(patient), uploaderId: labId },
        {
          // Demo data come without a scan.
          scan_id: '00000000-0000-4000-8000-000000000000',
          input: 'scanner',
          kit_code: kits.codes[at] ?? '',
          arrived_at: daysAgo(days),
          condition: 'intact',
          indicator: 'ok',
          identity_matches: true,
          decision: 'accepted',
          photos: [],
        },
      );
    await harvest('patient6', 0, 25);
    const arrivalId = await accept('patient6', 0, 23);
    await harvest('patient18', 1, 3);
    await accept('patient18', 1, 1);
    await harvest('patient22', 2, 1);
    await addBatch(work, bench, patientOf('patient6'), { arrivalId, reagent: kits.reagent });
  });
}

/** Twelve kits, of which six were sent to the clinic, an expired one, and two reagents, one of them expired. */
async function addLotsAndKits(work: Work, bench: Bench, clinicId: number) {
  const random = createCodes();
  const good = await createLot(work, bench, {
    kind: 'kit',
    name: 'Harvest kit',
    lot: 'HK-2411',
    expires_on: dayBefore(-300),
    received_on: dayBefore(60),
  });
  const old = await createLot(work, bench, {
    kind: 'kit',
    name: 'Harvest kit',
    lot: 'HK-2305',
    expires_on: dayBefore(20),
    received_on: dayBefore(500),
  });
  const reagent = { kind: 'reagent' as const, name: 'Culture medium' };
  const medium = await createLot(work, bench, { ...reagent, lot: 'CM-118', expires_on: dayBefore(-120) });
  await createLot(work, bench, { ...reagent, lot: 'CM-097', expires_on: dayBefore(5), received_on: dayBefore(400) });
  const ids = await createKits(work, bench.lab, good, { quantity: 12 }, random);
  await createKits(work, bench.lab, old, { quantity: 1 }, random);
  const kits = await work.db.selectFrom('kits').select(['id', 'code']).where('id', 'in', ids).orderBy('id').execute();
  await markKitsSent(work, bench.lab, kits.slice(0, 6), clinicId, new Date(daysAgo(40)));
  return { codes: kits.map(({ code }) => code), reagent: medium };
}

type DemoBatch = { readonly arrivalId: number; readonly reagent: number };

/** A closed batch whose sterility test is not over: its six vials wait for the release. */
async function addBatch(
  work: Work,
  bench: Bench,
  patient: { readonly id: number; readonly domainId: number },
  { arrivalId, reagent }: DemoBatch,
): Promise<void> {
  const openedOn = dayBefore(19);
  const id = await createBatch(work, bench, patient, { arrivalId, passage: 1, openedOn, random: createBatchCode });
  const batch = { id: BatchId.parse(id), patient_id: patient.id, domain_id: patient.domainId };
  await addLotToBatch(work, bench, batch, reagent);
  await recordVials(work, patient, { type: 'added', date: dayBefore(9), quantity: 6, batchId: id }, createVialCodes());
  await createResult(work, bench, batch, { test: 'viability', value: 91, sampled_on: dayBefore(9) });
  await createResult(work, bench, batch, { test: 'count', value: 12, verdict: 'pass', sampled_on: dayBefore(9) });
  await createResult(work, bench, batch, { test: 'sterility', verdict: 'pending', sampled_on: dayBefore(9) });
  await endBatch(work, bench, batch, { outcome: 'closed', reason: '' });
}

const createBatchCode = (bytes: number) => Uint8Array.from({ length: bytes }, (_, at) => at * 5 + 3);

function createVialCodes(): (bytes: number) => Uint8Array {
  let drawn = 0;
  return (bytes) => {
    drawn += 1;
    return Uint8Array.from({ length: bytes }, (_, at) => (drawn * 53 + at * 29 + 17) & 255);
  };
}
