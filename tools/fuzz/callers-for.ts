import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { matrix } from '../../server/testing/matrix/all-rows.ts';
import { callers, expand } from '../../server/testing/matrix/cells.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { isOfBench } from './bench/bench-input.ts';
import { CLINIC_OF_BENCH, LAB_WITH_BENCH } from './callers.ts';

/**
 * Chooses mostly a permitted caller, because the server refuses others before it reads their input; sometimes any
 * other.
 */
export function callersFor(call: NamedRoute, dice: SeededRandom): string {
  const { name, route } = call;
  const chance = dice.next();
  if (chance < 0.03) return 'nobody';
  if (chance < 0.05) return 'forged';
  if (chance < 0.12) return dice.of(callers);
  if (route.access === 'public') return dice.chance(0.5) ? 'nobody' : dice.of(callers);
  return isOfBench(call) && dice.chance(0.7) ? callerAtBench(call) : dice.of(listPermittedCallers(name));
}

/** The lab with a bench, its clinic where a clinic calls, and an administrator where neither may. */
export function callerAtBench({ name }: NamedRoute): string {
  const permitted = listPermittedCallers(name);
  if (permitted.includes('4')) return CLINIC_OF_BENCH;
  return permitted.includes('1') ? LAB_WITH_BENCH : '7';
}

function listPermittedCallers(name: string): readonly string[] {
  const row = matrix[name];
  if (!row) throw new Error(`The matrix says nothing of ${name}.`);
  const cell = expand(row.about === null ? row.all : row.own);
  return [...cell].flatMap(([caller, status]) => (status === 403 ? [] : [caller]));
}
