import { lookUpScan } from '@vialkeep/contract/bench.ts';
import { type BenchCodeKind, parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { parseGs1 } from '@vialkeep/contract/gs1.ts';
import { parseNamedVial } from '@vialkeep/contract/named-vial.ts';
import type { Db } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { type Bench, readBench } from '../../lab-policy/index.ts';
import { isVialOfLab, listNamedVials } from '../../vials/index.ts';
import { findBatch, findByMakersCode, findKit } from './find-intake.ts';
import { findOperatorBadge, findOrder, findPlace, findShipment } from './find-others.ts';
import { findVial } from './find-vial.ts';
import { type NamedThing, type ThingFinder, unknownThing } from './scanned.ts';

/** A badge is read before the shift begins, so that a look needs no operator. */
export const lookUpScanHandler = handle(lookUpScan, async ({ access, db, body, noteSubjects }) => {
  const bench = await readBench(access, db, body.lab_id);
  const { shown, patientId } = await findScanned(db, bench, body.text);
  noteSubjects([patientId]);
  return shown;
});

const finders: Readonly<Record<BenchCodeKind, ThingFinder>> = {
  vial: findVial,
  kit: findKit,
  place: findPlace,
  batch: findBatch,
  order: findOrder,
  operator: findOperatorBadge,
};

async function findScanned(db: Db, bench: Bench, text: string): Promise<NamedThing> {
  const code = parseBenchCode(text);
  const found = code && (await finders[code.kind](db, bench, code.code));
  const vials = await listVialsNamed(db, bench, text);
  const [first] = vials.filter((vial) => vial !== found?.shown.code);
  if (first !== undefined) return found ? twoThings(found.shown.code, first) : oneVial(db, bench, vials);
  if (code) return found ?? unknownThing();
  const makers = parseGs1(text);
  if (makers.outcome === 'faulty') return unknownThing(makers.words);
  if (makers.outcome === 'read') return findByMakersCode(db, bench, makers.data);
  return (await findShipment(db, bench, text)) ?? unknownThing();
}

/** Our codes of the lab's vials that the text means, also where another system had printed it on them. */
async function listVialsNamed(db: Db, { lab }: Bench, text: string): Promise<readonly string[]> {
  const named = parseNamedVial(text);
  return (named && (await listNamedVials(db, [named], isVialOfLab(lab.id))).get(0)) ?? [];
}

async function oneVial(db: Db, bench: Bench, [code = '', other]: readonly string[]): Promise<NamedThing> {
  if (other !== undefined) return twoThings(code, other);
  return (await findVial(db, bench, code)) ?? unknownThing();
}

/** It is not guessed which one is meant. */
function twoThings(one: string, other: string): NamedThing {
  return unknownThing(`It is on two things here: ${one} and ${other}. Scan the new code.`);
}
