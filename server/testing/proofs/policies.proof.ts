import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissions } from '../../app.ts';
import { isOwn, isPatient, isVisible } from '../../kernel/policy/rules.ts';
import { finerRights } from '../matrix/finer-rights.ts';
import { type MutantDetector, newMutantDetector } from '../matrix/mutant-detector.ts';
import { type Mutant, mutantsOf } from '../matrix/policy-mutants.ts';

// `npm run prove:policies`: the matrix and the published table must notice every changed rule.

let detector: MutantDetector;
beforeAll(async () => {
  detector = await newMutantDetector();
});
afterAll(() => detector.close());

test('the matrix or the published table notices every changed rule', { timeout: 7_200_000 }, async () => {
  const mutants = mutantsOf(permissions);
  const survivors: string[] = [];
  const withoutEffect = new Map<string, number>();
  for (const mutant of mutants) {
    if (await detector.isNoticed(mutant)) continue;
    const reason = reasonWithoutEffect(mutant);
    if (reason) withoutEffect.set(reason, (withoutEffect.get(reason) ?? 0) + 1);
    else survivors.push(`${mutant.action}, plan ${mutant.plan}: ${mutant.what} ${mutant.condition?.name ?? ''}`);
  }
  const harmless = [...withoutEffect.values()].reduce((sum, count) => sum + count, 0);
  const noticed = mutants.length - harmless - survivors.length;
  process.stdout.write(
    `${Object.keys(permissions.table).length} actions, ${mutants.length} changed rules: ${noticed} noticed, ${harmless} without effect, ${survivors.length} not noticed\n`,
  );
  for (const [reason, count] of withoutEffect) process.stdout.write(`  ${count} without effect: ${reason}\n`);
  expect(survivors).toEqual([]);
});

/** Why a change lets no caller do more or less than before; null for a change that must be noticed. */
function reasonWithoutEffect({ action, plan, what, condition }: Mutant): string | null {
  const right = finerRights[action];
  if (right && what === 'granted') {
    if (isClosed(right.route, plan)) return 'the plan cannot make the call that uses the right';
    if (seesNoOther.includes(plan)) return 'the plan sees no other account to use the right for';
  }
  if (right && condition) return 'the rule of the call applies first';
  if (plan === Plan.superAdmin && what === 'dropped' && ofSuperAdmins.includes(condition?.name ?? '')) {
    return 'a super admin belongs to the main site and cannot be impersonated';
  }
  if (what === 'granted' && refusedTwice.includes(action)) return 'the use case selects records by plan (S-20)';
  if (what === 'dropped' && condition === isOwn && ofCallerOnly.includes(action)) {
    return 'the call names no account: it is always about the own one';
  }
  if (what === 'dropped' && condition === isOwn) {
    if (othersByFinerRight.includes(action)) return 'a finer right decides about the records of another account';
    if (checkedAgain.includes(action)) return 'the use case also requires the own account or an administrator';
    if (endsOwnRelation.includes(action)) return "the use case ends only the caller's own relation";
    if (action === 'centers.labs') return 'the use case loads only accounts that the caller sees';
  }
  if (what === 'dropped' && condition === isVisible && action === 'centers.of_lab') {
    return 'the use case loads only accounts that the caller sees';
  }
  if (what === 'negated' && condition === isOwn && foundById.includes(action)) {
    return "the list is found by the caller's id; dropping the condition is noticed";
  }
  if (what === 'allowed' && action === 'documents.attest') return 'the use case refuses with the same reason (C-30)';
  if (condition === isOwn && action === 'documents.complete') {
    return 'the matrix names no existing document; the tests of the call do';
  }
  if (what === 'dropped' && condition === isPatient) return 'the use case loads patients only';
  if (condition?.needs === 'resource' && readsFile.includes(action)) {
    return 'the matrix reads no existing file; the tests of the call do';
  }
  if (condition === isPatient || condition === isVisible) {
    if (fromRelations.includes(action)) return 'the list is found from the relations, which a property test compares';
  }
  return null;
}

function isClosed({ access }: Route, plan: Plan): boolean {
  return access !== 'public' && !permissions.table[access]?.[plan];
}

const seesNoOther: readonly Plan[] = [Plan.generalMember, Plan.staff, Plan.donor, Plan.buyer];

const refusedTwice = ['patients.list_all', 'patients.stages', 'patients.sterility', 'patients.vial_stock'];

const ofCallerOnly = [
  'email_changes.change',
  'email_changes.read',
  'identity.hold',
  'identity.manage',
  'identity.prove',
  'identity.read',
  'documents.upload',
  'cards.change',
  'locations.change',
  'sales_teams.add_manager',
];

const ofSuperAdmins = ['is not acting', 'is on the main site', 'is not an administrator in this account'];

const othersByFinerRight = ['cards.list', 'locations.list'];

const checkedAgain = ['profile.change', 'profile.change_password'];

const endsOwnRelation = ['sales_teams.remove_rep', 'sales_teams.remove_manager'];

const foundById = ['documents.check', 'centers.decide_referral'];

const readsFile = ['documents.read_file', 'labels.read_file'];

const fromRelations = ['patients.list_all', 'patients.stages', 'patients.sterility', 'patients.vial_stock'];
