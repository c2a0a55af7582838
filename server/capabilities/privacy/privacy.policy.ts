import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, everyone, only, type Policy } from '../../kernel/policy/policy.ts';
import { ownOnly } from '../../kernel/policy/rules.ts';
import type { Actor } from '../../kernel/session/actor.ts';

/** The plans that read the kept papers of erased people. */
const paperReaders: readonly Plan[] = [Plan.superAdmin];

export const privacyPolicy: Policy = {
  'privacy.request': everyone(ownOnly),
  'privacy.decide': only(administrators),
  'privacy.read_papers': only(paperReaders),
};

export function mayReadPapers({ plan }: Actor): boolean {
  return paperReaders.includes(plan);
}
