import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, type Policy } from '../../kernel/policy/policy.ts';
import { ownPatients } from '../../kernel/policy/rules.ts';

const clinics = [Plan.harvestCenter, Plan.referralCenter] as const;

export const intakePolicy: Policy = {
  'harvests.record': only(clinics, ownPatients),
  'harvests.read': { ...only([Plan.lab, ...clinics], ownPatients), ...only(administrators) },
};
