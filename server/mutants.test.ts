import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissions } from './app.ts';
import { type Condition, isPatient } from './kernel/policy/rules.ts';
import { type MutantDetector, newMutantDetector } from './testing/matrix/mutant-detector.ts';
import { type Mutant, mutantsOf } from './testing/matrix/policy-mutants.ts';

// `npm run prove:policies` changes every rule; these are the first two changes of each condition.

let detector: MutantDetector;
beforeAll(async () => {
  detector = await newMutantDetector();
}, 120_000);
afterAll(() => detector.close());

/** For each condition, an action whose calls in the matrix show a change of it. */
const shownBy: Readonly<Record<string, string>> = {
  'is own': 'centers.list_staff',
  'is a patient': 'documents.of_patient',
  'is visible': 'profile.read',
  'is for the plan': 'resources.read',
  'is of an own manager': 'sales_teams.reps_of_manager',
  'has tag 1': 'checkout.buy_own_vials',
  'is not acting': 'session.end_others',
  'is not an administrator in this account': 'checkout.buy',
  'is on the main site': 'custom_sites.manage',
};

/** The matrix reads no existing file; `read-document-file.test.ts` does. */
const shownElsewhere = ['is own or of an own patient'];

const conditions = [...new Set(mutantsOf(permissions).flatMap(({ condition }) => condition ?? []))];

test('every condition of the table is among the sample', () => {
  expect(conditions.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(shownBy), ...shownElsewhere].toSorted(),
  );
});

test.each(conditions.filter(({ name }) => name in shownBy))(
  'a rule without or with the opposite of "$name" is noticed',
  { timeout: 120_000 },
  async (condition) => {
    const sample = mutantsOf(permissions).filter((mutant) => isSampled(mutant, condition));
    expect(sample.length).toBeGreaterThan(0);
    for (const mutant of sample) {
      expect([mutant.what, await detector.isNoticed(mutant)]).toEqual([mutant.what, true]);
    }
  },
);

function isSampled({ action, condition, plan, what }: Mutant, wanted: Condition): boolean {
  // The use cases load patients only, so that the loss of this condition changes nothing.
  if (wanted === isPatient && what === 'dropped') return false;
  if (condition !== wanted || action !== shownBy[wanted.name]) return false;
  const first = Object.entries(permissions.table[action as keyof typeof permissions.table] ?? {}).find(([, rule]) =>
    rule.all.includes(wanted),
  );
  return first?.[0] === String(plan);
}
