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
  'documents.of_patient': { ...only([2], ownOnly), ...only([4, 5], ownPatients), ...only(administrators) },
  'documents.sign': { ...only([2], ownOnly), ...only(administrators, onlyTheSigner) },
  'documents.complete': only([2], ownOnly),
  // C-30: never a referral center.
  'documents.attest': { ...only([4, 9], ownOnly), ...only(administrators, onlyTheSigner) },
  'documents.request': ownOrAdministered([4, 5]),
  'documents.upload': ownOrAdministered([4]),
  'documents.of_center': ownOrAdministered([4]),
  'documents.check': ownOrAdministered([4]),
  'documents.administer': only(administrators),
  // S-18: staff, what they signed themselves.
  'documents.read_file': { ...only([4, 5], ownPatients), ...ownOrAdministered([2, 9]) },
};
