import type { PassportStep } from '@vialkeep/contract/bench.ts';
import type { z } from 'zod';
import type { Db } from '../../../kernel/db/db.ts';
import type { Access } from '../../../kernel/policy/access.ts';
import { type AuthorizedPatient, type CustodyRow, custodyOf, presentCustodyTo } from '../../custody/index.ts';
import { listOperatorNames, listSignatures } from '../../lab-policy/index.ts';
import { listMovesWith, listPlaceNames, listStays, type PlaceMove } from './place-moves.ts';

type PassportEntry = z.input<typeof PassportStep>;

type VialOnItsWay = {
  readonly id: number;
  readonly code: string;
  readonly batch_id: number | null;
  readonly arrival_id: number | null;
  readonly harvest_id: number | null;
  readonly order_id: number | null;
  /** Whether the caller reads positions, operators and batches. */
  readonly seesBench: boolean;
};

/** The way of one vial: the events of the patient's chain that touch it, and the moves of the places around it. */
export async function listPassportSteps(
  access: Access,
  db: Db,
  patient: AuthorizedPatient,
  vial: VialOnItsWay,
): Promise<PassportEntry[]> {
  const rows = (await custodyOf(db, patient.id)).filter((row) => isAbout(row, vial));
  const moves = vial.seesBench ? await listMovesWith(db, await listStays(db, vial.id)) : [];
  const people = await loadPeople(db, vial.seesBench ? rows : [], moves);
  const events = await presentCustodyTo(access, db, patient, rows, { withoutNames: true });
  const recorded = events.map((event, index): PassportEntry => {
    const { operator, signature } = idsOf(rows[index]);
    return {
      ...event,
      // The other vials of an event are none of this vial's passport.
      facts: { ...event.facts, ...('codes' in event.facts ? { codes: [vial.code] } : {}) },
      operator: people.operators.get(operator) ?? null,
      signature: people.signatures.get(signature) ?? null,
    };
  });
  const places = await presentMoves(db, moves, people.operators);
  return [...recorded, ...places].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at)));
}

const OF_THE_BATCH = new Set(['batch.opened', 'batch.lot_used', 'batch.closed', 'qc.recorded']);
const OF_THE_TISSUE = new Set(['kit.used', 'tissue.received', 'tissue.rejected']);

function isAbout({ kind, facts }: CustodyRow, { code, batch_id, arrival_id, harvest_id, order_id }: VialOnItsWay) {
  if (namesCode(facts.codes, code)) return true;
  if (OF_THE_BATCH.has(kind)) return batch_id !== null && facts.batch === batch_id;
  if (kind === 'order.delivered') return order_id !== null && facts.order === order_id;
  if (!OF_THE_TISSUE.has(kind)) return false;
  // An event without the number of the arrival or the harvest is of the only tissue that there was.
  const isOfArrival = facts.arrival === undefined || facts.arrival === arrival_id;
  return batch_id !== null && isOfArrival && (facts.harvest === undefined || facts.harvest === harvest_id);
}

/** Codes are a list, or lists by what happened to them. */
function namesCode(codes: unknown, code: string): boolean {
  if (Array.isArray(codes)) return codes.includes(code);
  return typeof codes === 'object' && codes !== null && Object.values(codes).some((some) => namesCode(some, code));
}

function idsOf(row: CustodyRow | undefined): { operator: number; signature: number } {
  return { operator: Number(row?.facts.operator ?? 0), signature: Number(row?.facts.signature ?? 0) };
}

async function loadPeople(db: Db, rows: readonly CustodyRow[], moves: readonly PlaceMove[]) {
  const ids = rows.map(idsOf);
  const operators = [...ids.map(({ operator }) => operator), ...moves.map(({ operator_id }) => operator_id ?? 0)];
  return {
    operators: await listOperatorNames(db, [...new Set(operators)]),
    signatures: await listSignatures(db, [...new Set(ids.map(({ signature }) => signature))]),
  };
}

async function presentMoves(
  db: Db,
  moves: readonly PlaceMove[],
  operators: ReadonlyMap<number, string>,
): Promise<PassportEntry[]> {
  const ids = moves.flatMap(({ place_id, from_parent, to_parent }) => [place_id, from_parent ?? 0, to_parent ?? 0]);
  const names = await listPlaceNames(db, [...new Set(ids)]);
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? ''));
  return moves.map(({ at, place_id, from_parent, to_parent, operator_id }) => ({
    kind: 'place.moved' as const,
    at: at.toISOString(),
    place: nameOf(place_id),
    from: nameOf(from_parent),
    to: nameOf(to_parent),
    operator: operators.get(operator_id ?? 0) ?? null,
  }));
}
