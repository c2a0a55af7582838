import type pg from 'pg';
import { z } from 'zod';
import { raiseOrderNumbers } from '../../harness/order-numbers.ts';
import { SeededRandom } from '../../harness/seeded-random.ts';
import type { FaultyServices } from '../faulty-services.ts';
import { administratorsHabits } from './administrators.ts';
import { guestsHabits, strangersHabits } from './anonymous-callers.ts';
import { clinicsHabits } from './clinics.ts';
import { labsHabits } from './labs.ts';
import { buyersHabits, logsInAgain, membersHabits } from './members.ts';
import { Person, type PersonaActions, type PersonaSetting } from './person.ts';
import { COUPON } from './purchase.ts';

const Ids = z.array(z.object({ id: z.number() }));
const centers = ['hc@vialkeep.test', 'hc2@vialkeep.test'];

/** Creates the coupon of the run and returns the ids of the centers that staff sign up at. */
export async function prepare(owner: pg.Client): Promise<readonly number[]> {
  await raiseOrderNumbers(owner);
  await owner.query('insert into coupons (name, code, discount_cents, max_use_number) values ($1, $1, $2, $3)', [
    COUPON.code,
    COUPON.discount * 100,
    COUPON.uses,
  ]);
  const { rows } = await owner.query('select id from users where email = any($1)', [centers]);
  return Ids.parse(rows).map(({ id }) => id);
}

/** Runs all personas until `isOver`; each finishes its current action. */
export function runPersona(
  place: PersonaSetting,
  { seed, centerIds, weather, isOver }: Day,
): { readonly done: Promise<unknown>; readonly people: number } {
  const everybody: readonly (readonly [email: string | null, habits: PersonaActions])[] = [
    ['admin@vialkeep.test', administratorsHabits],
    ['super@vialkeep.test', administratorsHabits],
    ['hc@vialkeep.test', clinicsHabits],
    ['hc2@vialkeep.test', clinicsHabits],
    ['lab@vialkeep.test', labsHabits],
    ['patient@vialkeep.test', membersHabits],
    ['rep@vialkeep.test', membersHabits],
    ['manager@vialkeep.test', membersHabits],
    ['distributor@vialkeep.test', membersHabits],
    ['affiliate@vialkeep.test', membersHabits],
    ['donor@vialkeep.test', membersHabits],
    ['staff@vialkeep.test', membersHabits],
    ['viewer@vialkeep.test', membersHabits],
    ['buyer@vialkeep.test', buyersHabits],
    [null, strangersHabits(centerIds)],
    [null, guestsHabits(() => weather.documentsToSign())],
    [null, [[logsInAgain('patient2@vialkeep.test'), 1]]],
  ];
  const days = everybody.map(async ([email, habits], seat) => {
    const person = new Person(email, new SeededRandom(seed + seat + 1), place);
    while (!isOver()) {
      await person.dice.weighted(habits)(person);
      await person.rest();
    }
  });
  return { done: Promise.all(days), people: everybody.length };
}

type Day = {
  readonly seed: number;
  readonly centerIds: readonly number[];
  readonly weather: FaultyServices;
  readonly isOver: () => boolean;
};
