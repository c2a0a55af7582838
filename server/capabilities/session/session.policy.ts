import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, everyone, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import { notWhileActing, ownAndSeen } from '../../kernel/policy/rules.ts';

export const sessionPolicy: Policy = {
  'session.read': everyone(),
  'session.end': everyone(),
  'session.end_others': everyone(notWhileActing),
  'session.end_one': everyone(notWhileActing),
  'session.note_visits': everyone(notWhileActing),
  'session.login_as': only(administrators, notWhileActing),
  'session.list_centers': ownOrAdministered([Plan.staff]),
  'session.access_center': only([Plan.staff], notWhileActing),
  'session.check_agreement': { ...ownOrAdministered(), ...only([Plan.harvestCenter, Plan.referralCenter], ownAndSeen) },
};
