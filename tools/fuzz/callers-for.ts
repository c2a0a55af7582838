import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { matrix } from '../../server/testing/matrix/all-rows.ts';
import { callers, expand } from '../../server/testing/matrix/cells.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';

/**
 * Chooses mostly a permitted caller, because the server refuses others before it reads their input; sometimes any
 * other.
 */
export function callersFor({ name, route }: NamedRoute, dice: SeededRandom): string {
  const chance = dice.next();
  if (chance < 0.03) return 'nobody';
  if (chance < 0.05) return 'forged';
  if (chance < 0.12) return dice.of(callers);
  if (route.access === 'public') return dice.chance(0.5) ? 'nobody' : dice.of(callers);
  return dice.of(listPermittedCallers(name));
}

function listPermittedCallers(name: string): readonly string[] {
  const row = matrix[name];
  if (!row) throw new Error(`The matrix says nothing of ${name}.`);
  const cell = expand(row.about === null ? row.all : row.own);
  return [...cell].flatMap(([caller, status]) => (status === 403 ? [] : [caller]));
}
