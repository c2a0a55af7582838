import type { CustodyKind, JsonValue } from '@vialkeep/contract/custody.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';
import { appendCustody, lockCustody, type Patient } from '../custody/index.ts';
import { isOfFailedBatch } from './failed-batches.ts';
import { findHoldOfFound, listMissing } from './former-hold.ts';
import type { Moves } from './ledger-facts.ts';
import { listRecallsOf } from './recalls-of-vials.ts';
import { isOrderable, type MovedBy, OFF_THE_BENCH, oldestOrderable, updateVials } from './stock.ts';

/**
 * The changes of vials at the bench. Each writes one event of the patient's chain, from which the verification replays
 * holds, reservations and positions. A caller that changes vials of several patients locks their chains first, in
 * ascending order of their ids. Codes that are not in the required state are left out of the result.
 */
export type BenchChange = {
  readonly codes: readonly string[];
  readonly by?: MovedBy;
  /** Further facts of the event: ids, codes and hashes, never a name. */
  readonly facts?: Readonly<Record<string, JsonValue>>;
};

export type HoldReason = 'awaiting_release' | 'deviation' | 'missing' | 'returned' | 'failed_qc';

/** Orders that have lost vials: each with its codes. */
export type FreedOrder = { readonly orderId: number; readonly codes: string[] };

/** Puts stored vials into quarantine, for a new reason if they are there already, and frees them from their orders. */
export async function holdVials(
  work: Work,
  patient: Patient,
  change: BenchChange & { readonly reason: HoldReason; readonly deviationId?: number | null },
): Promise<{ held: string[]; freed: FreedOrder[] }> {
  await lockCustody(work, patient);
  const freed: FreedOrder[] = [];
  for (const orderId of await listOrdersOf(work, patient, change.codes)) {
    freed.push({ orderId, codes: await freeVials(work, patient, { ...change, orderId }) });
  }
  const deviation = change.deviationId ?? null;
  const held = await changeVials(work, patient, 'bench.quarantined', change, {
    where: sql`vials.state = 'stored'`,
    values: sql`held_at = coalesce(held_at, now()), hold_reason = ${change.reason}, hold_deviation_id = ${deviation}::integer`,
    facts: { reason: change.reason, deviation },
  });
  return { held, freed };
}

async function listOrdersOf(work: Work, patient: Patient, codes: readonly string[]): Promise<number[]> {
  const rows = await work.db
    .selectFrom('vials')
    .select('order_id')
    .distinct()
    .where('patient_id', '=', patient.id)
    .where(sql<boolean>`code = any(${codes}::text[])`)
    .where('state', '=', 'stored')
    .where('order_id', 'is not', null)
    .orderBy('order_id')
    .execute();
  return rows.flatMap(({ order_id }) => (order_id === null ? [] : [order_id]));
}

/** Ends the quarantine of vials. The caller has checked the criteria and the signature. */
export async function releaseVials(work: Work, patient: Patient, change: BenchChange): Promise<string[]> {
  await lockCustody(work, patient);
  return changeVials(work, patient, 'bench.released', change, {
    where: sql`vials.held_at is not null`,
    values: sql`held_at = null, hold_reason = null, hold_deviation_id = null`,
  });
}

/** Reserves the oldest orderable vials for an order, at most `count`. */
export async function reserveVials(
  work: Work,
  patient: Patient,
  { orderId, count, ...change }: Omit<BenchChange, 'codes'> & { readonly orderId: number; readonly count: number },
): Promise<string[]> {
  await lockCustody(work, patient);
  const { rows } = await sql<{ code: string }>`
    select code from vials where id in (${oldestOrderable(patient)} limit ${count}) order by id`.execute(work.db);
  const codes = rows.map(({ code }) => code);
  return changeVials(
    work,
    patient,
    'bench.reserved',
    { ...change, codes },
    {
      where: isOrderable,
      values: sql`order_id = ${orderId}::integer`,
      facts: { order: orderId },
    },
  );
}

/** Frees vials from an order that has not shipped them. Without codes, all of them. */
export async function freeVials(
  work: Work,
  patient: Patient,
  { orderId, codes, ...change }: Partial<BenchChange> & { readonly orderId: number },
): Promise<string[]> {
  await lockCustody(work, patient);
  const chosen = codes ?? (await listReserved(work, orderId));
  return changeVials(
    work,
    patient,
    'bench.freed',
    { ...change, codes: chosen },
    {
      where: sql`vials.state = 'stored' and vials.order_id = ${orderId}::integer`,
      values: sql`order_id = null, picked_at = null, packed_at = null`,
      facts: { order: orderId },
    },
  );
}

async function listReserved(work: Work, orderId: number): Promise<string[]> {
  const rows = await work.db
    .selectFrom('vials')
    .select('code')
    .where('order_id', '=', orderId)
    .where('state', '=', 'stored')
    .orderBy('id')
    .execute();
  return rows.map(({ code }) => code);
}

export type Position = { readonly box: number; readonly position: number };

/** Ends that vials are missing: they go back to what held them before, or what has reached them meanwhile. */
export async function markFound(work: Work, patient: Patient, change: BenchChange): Promise<string[]> {
  await lockCustody(work, patient);
  const missing = await listMissing(work, patient, change.codes);
  for (const code of missing) {
    const { reason, deviation } = await findHoldOfFound(work, patient, code);
    await changeVials(
      work,
      patient,
      'bench.found',
      { ...change, codes: [code] },
      {
        where: sql`vials.hold_reason = 'missing'`,
        values: sql`held_at = case when ${reason}::text is not null then held_at end, hold_reason = ${reason}::text,
          hold_deviation_id = ${deviation}::integer`,
        facts: { reason, deviation },
      },
    );
  }
  return missing;
}

/**
 * Puts a stored vial into a position; a position that is taken violates `one_vial_in_a_position`. One that was missing is
 * found by it.
 */
export async function placeVial(
  work: Work,
  patient: Patient,
  { to, ...change }: BenchChange & { readonly to: Position },
): Promise<string[]> {
  await markFound(work, patient, change);
  return changeVials(work, patient, 'bench.placed', change, {
    where: sql`vials.state = 'stored' and vials.picked_at is null`,
    values: sql`box_id = ${to.box}::integer, position = ${to.position}::integer`,
    facts: { box: to.box, position: to.position },
  });
}

/** Takes a vial out of its position. */
export async function takeVial(
  work: Work,
  patient: Patient,
  { from, ...change }: BenchChange & { readonly from: Position },
): Promise<string[]> {
  await lockCustody(work, patient);
  return changeVials(work, patient, 'bench.taken', change, {
    where: sql`vials.box_id = ${from.box}::integer and vials.position = ${from.position}::integer`,
    values: sql`box_id = null, position = null`,
    facts: { from_box: from.box, from_position: from.position },
  });
}

/** Picks a vial for the order that has reserved it, which clears its position. */
export async function pickVial(
  work: Work,
  patient: Patient,
  { orderId, from, ...change }: BenchChange & { readonly orderId: number; readonly from: Position | null },
): Promise<string[]> {
  await lockCustody(work, patient);
  return changeVials(work, patient, 'bench.picked', change, {
    where: sql`vials.state = 'stored' and vials.order_id = ${orderId}::integer and vials.picked_at is null`,
    values: sql`picked_at = now(), box_id = null, position = null`,
    facts: { order: orderId, from_box: from?.box ?? null, from_position: from?.position ?? null },
  });
}

export async function packVial(
  work: Work,
  patient: Patient,
  { orderId, ...change }: BenchChange & { readonly orderId: number },
): Promise<string[]> {
  await lockCustody(work, patient);
  return changeVials(work, patient, 'bench.packed', change, {
    where: sql`vials.state = 'stored' and vials.order_id = ${orderId}::integer and vials.picked_at is not null
      and vials.packed_at is null`,
    values: sql`packed_at = now()`,
    facts: { order: orderId },
  });
}

export type UndoneStep =
  | { readonly undoes: 'bench.placed' | 'bench.taken' | 'bench.picked'; readonly back: Position | null }
  | { readonly undoes: 'bench.packed' };

/** Takes back the last step of a vial. The caller has checked that nothing happened to it since. */
export async function undoVialStep(
  work: Work,
  patient: Patient,
  { step, ...change }: BenchChange & { readonly step: UndoneStep },
): Promise<string[]> {
  await lockCustody(work, patient);
  if (step.undoes === 'bench.packed') {
    return changeVials(work, patient, 'bench.undone', change, {
      where: sql`vials.state = 'stored' and vials.packed_at is not null`,
      values: sql`packed_at = null`,
      facts: { undoes: step.undoes },
    });
  }
  const { box, position } = step.back ?? { box: null, position: null };
  return changeVials(work, patient, 'bench.undone', change, {
    where: sql`vials.state = 'stored' and vials.packed_at is null`,
    values: sql`box_id = ${box}::integer, position = ${position}::integer, picked_at = null`,
    facts: { undoes: step.undoes, box, position },
  });
}

/** Discards stored vials that no order has reserved. They stay as rows, and nothing brings them back. */
export async function discardVials(work: Work, patient: Patient, change: BenchChange): Promise<string[]> {
  await lockCustody(work, patient);
  return changeVials(work, patient, 'vials.discarded', change, {
    where: sql`vials.state = 'stored' and vials.order_id is null`,
    values: sql`state = 'discarded', ${OFF_THE_BENCH}`,
  });
}

/**
 * Holds vials that were made or returned: those that an open recall reaches or whose batch has failed in every lab, the
 * others where a release is signed.
 */
export async function holdByReleasePolicy(
  work: Work,
  patient: Patient,
  { made, returned }: Moves,
  operatorId: number | null = null,
): Promise<void> {
  const codes = [...(made ?? []), ...(returned ?? [])];
  if (codes.length === 0) return;
  const by = { operatorId, actionId: null };
  for (const { deviationId, codes: recalled } of await listRecallsOf(work, patient, codes)) {
    await holdFree(work, patient, { codes: recalled, by }, { reason: 'deviation', deviation: deviationId });
  }
  await holdFree(work, patient, { codes, by }, { reason: 'failed_qc', deviation: null }, isOfFailedBatch);
  const isSigned = sql`vials.lab_id in (
    select lab_id from lab_settings where bench_on and release_policy = 'signed')`;
  await holdFree(work, patient, { codes: made ?? [], by }, { reason: 'awaiting_release', deviation: null }, isSigned);
  await holdFree(work, patient, { codes: returned ?? [], by }, { reason: 'returned', deviation: null }, isSigned);
}

/** Holds those of these vials that nothing holds yet. */
async function holdFree(
  work: Work,
  patient: Patient,
  change: BenchChange,
  { reason, deviation }: { readonly reason: HoldReason; readonly deviation: number | null },
  where: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  if (change.codes.length === 0) return;
  await changeVials(work, patient, 'bench.quarantined', change, {
    where: sql`vials.state = 'stored' and vials.held_at is null and ${where}`,
    values: sql`held_at = now(), hold_reason = ${reason}, hold_deviation_id = ${deviation}::integer`,
    facts: { reason, deviation },
  });
}

type VialUpdate = {
  readonly where: RawBuilder<unknown>;
  readonly values: RawBuilder<unknown>;
  readonly facts?: Readonly<Record<string, JsonValue>>;
};

async function changeVials(
  work: Work,
  patient: Patient,
  kind: CustodyKind,
  { codes, by, facts }: BenchChange,
  update: VialUpdate,
): Promise<string[]> {
  const which = sql`select vials.id from vials
    where vials.patient_id = ${patient.id} and vials.code = any(${codes}::text[]) and ${update.where}`;
  const changed = await updateVials(work, update.values, which, by);
  if (changed.length === 0) return [];
  await appendCustody(work, patient, {
    kind,
    facts: {
      ...facts,
      ...update.facts,
      codes: kind === 'vials.discarded' ? { discarded: changed } : changed,
      ...(by?.operatorId ? { operator: by.operatorId } : {}),
      // An undo finds by it whether this was the vial's last step.
      ...(by?.actionId ? { action: by.actionId } : {}),
    },
  });
  return changed;
}
