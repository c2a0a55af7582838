import type { Input } from '../world.ts';
import { matrix } from './all-rows.ts';
import { type Cell, expand } from './cells.ts';
import type { Row } from './rows.ts';
import { type Scene, sides } from './targets.ts';

/** One cell of the matrix: who asks about whose, what they send and what they are told. */
export type Asked = { who: string; whose: string; status: number; input: Input };

/** Nothing has this id. */
const NOBODYS = 2_000_000_001;

/** A call by its name, as a list of who asks about whose and what they are told. */
export function cellsOf(scene: Scene, name: string): Asked[] {
  const row = matrix[name];
  if (!row) throw new Error(`The matrix says nothing of ${name}.`);
  if (row.about === null) {
    return [...expand(row.all)].map(([who, status]) => ({ who, whose: 'everybody', status, input: row.input() }));
  }
  const about = sides.flatMap((side) => told(row[side], side, (who) => row.input(scene.of(row.about, who, side))));
  return [...about, ...told(row.missing ?? asIfMissing(row), 'nobody', () => row.input(NOBODYS))];
}

function told(cell: Cell, whose: string, input: (who: string) => Input): Asked[] {
  return [...expand(cell)].map(([who, status]) => ({ who, whose, status, input: input(who) }));
}

/** Who never may is told so before anything is looked up; to everybody else it is not there. */
function asIfMissing(row: Row): Cell {
  return [...expand(row.other)].map(([who, status]) => `${status === 403 ? 403 : 404}: ${who}`).join(';');
}
