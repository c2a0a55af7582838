import { Plan } from '@vialkeep/contract/plans.ts';
import {
  administrators,
  only,
  ownOnly,
  ownOrAdministered,
  ownPatients,
  type Policy,
  type Rule,
} from '../../kernel/policy/policy.ts';

/** T17: they are told why not, instead of being shut out. */
const onlyTheSigner: Rule = { words: 'never, only the signer', admits: () => true };

export const documentsPolicy: Policy = {
  'documents.of_patient': {
    ...only([Plan.generalMember], ownOnly),
    ...only([Plan.harvestCenter, Plan.referralCenter], ownPatients),
    ...only(administrators),
  },
  'documents.sign': { ...only([Plan.generalMember], ownOnly), ...only(administrators, onlyTheSigner) },
  'documents.complete': only([Plan.generalMember], ownOnly),
  // C-30: never a referral center.
  'documents.attest': { ...only([Plan.harvestCenter, Plan.staff], ownOnly), ...only(administrators, onlyTheSigner) },
  'documents.request': ownOrAdministered([Plan.harvestCenter, Plan.referralCenter]),
  'documents.upload': ownOrAdministered([Plan.harvestCenter]),
  'documents.of_center': ownOrAdministered([Plan.harvestCenter]),
  'documents.check': ownOrAdministered([Plan.harvestCenter]),
  'documents.administer': only(administrators),
  // S-18: staff, what they signed themselves.
  'documents.read_file': {
    ...only([Plan.harvestCenter, Plan.referralCenter], ownPatients),
    ...ownOrAdministered([Plan.generalMember, Plan.staff]),
  },
};
