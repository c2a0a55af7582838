import type { Input } from '../world.ts';
import { matrix } from './all-rows.ts';
import { type Cell, expand } from './cells.ts';
import type { Row } from './rows.ts';
import { type Scene, type Side, sides } from './targets.ts';

/** One cell of the matrix: the caller, the owner of the record, the input and the expected status. */
export type MatrixRequest = { who: string; whose: string; status: number; input: Input };

/** An id without a record. */
const NOBODYS = 2_000_000_001;

/** All cells of a call: every caller, every owner, and the expected status. */
export function cellsOf(scene: Scene, name: string): MatrixRequest[] {
  const row = matrix[name];
  if (!row) throw new Error(`The matrix says nothing of ${name}.`);
  if (row.about === null) {
    return [...expand(row.all)].map(([who, status]) => ({ who, whose: 'everybody', status, input: row.input() }));
  }
  const { about: thing } = row;
  const inputOf = (who: string, side: Side) => row.input(scene.of(thing, who, side), scene.partnerOf(thing, who, side));
  const about = sides.flatMap((side) => told(row[side], side, (who) => inputOf(who, side)));
  return [...about, ...told(row.missing ?? asIfMissing(row), 'nobody', () => row.input(NOBODYS, NOBODYS))];
}

/** The input of a call about a record of this side, as this caller would send it. */
export function inputOf(scene: Scene, { about, input }: Row, who: string, side: Side): Input {
  return input(scene.of(about, who, side), scene.partnerOf(about, who, side));
}

function told(cell: Cell, whose: string, input: (who: string) => Input): MatrixRequest[] {
  return [...expand(cell)].map(([who, status]) => ({ who, whose, status, input: input(who) }));
}

/** A caller without the right gets 403 before any lookup; every other caller gets 404. */
function asIfMissing(row: Row): Cell {
  return [...expand(row.other)].map(([who, status]) => `${status === 403 ? 403 : 404}: ${who}`).join(';');
}
