import { Plan } from '@vialkeep/contract/plans.ts';
import { administrators, only, ownOrAdministered, type Policy } from '../../kernel/policy/policy.ts';
import { onlyTheSigner, ownOnly, ownPatients, ownPatientsAndOwn } from '../../kernel/policy/rules.ts';

export const documentsPolicy: Policy = {
  'documents.of_patient': {
    ...only([Plan.generalMember], ownOnly),
    ...only([Plan.harvestCenter, Plan.referralCenter], ownPatients),
    ...only(administrators),
  },
  'documents.sign': { ...only([Plan.generalMember], ownOnly), ...only(administrators, onlyTheSigner) },
  'documents.complete': only([Plan.generalMember], ownOnly),
  // A referral center never attests (C-30).
  'documents.attest': { ...only([Plan.harvestCenter, Plan.staff], ownOnly), ...only(administrators, onlyTheSigner) },
  'documents.request': ownOrAdministered([Plan.harvestCenter, Plan.referralCenter]),
  'documents.upload': ownOrAdministered([Plan.harvestCenter]),
  'documents.of_center': ownOrAdministered([Plan.harvestCenter]),
  'documents.check': ownOrAdministered([Plan.harvestCenter]),
  'documents.administer': only(administrators),
  // Staff read only what they signed themselves (S-18).
  'documents.read_file': {
    ...only([Plan.harvestCenter, Plan.referralCenter], ownPatientsAndOwn),
    ...ownOrAdministered([Plan.generalMember, Plan.staff]),
  },
};
