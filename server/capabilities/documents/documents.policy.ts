import {
  administrators,
  only,
  ownOnly,
  ownOrAdministered,
  ownPatients,
  type Policy,
  type Rule,
} from '../../kernel/policy/policy.ts';

/** Admits administrators, so that the handler answers 409 with the reason; a 403 would end the session (T17). */
const onlyTheSigner: Rule = { words: 'never, only the signer', admits: () => true };

export const documentsPolicy: Policy = {
  'documents.of_patient': { ...only([2], ownOnly), ...only([4, 5], ownPatients), ...only(administrators) },
  'documents.sign': { ...only([2], ownOnly), ...only(administrators, onlyTheSigner) },
  'documents.complete': only([2], ownOnly),
  // A referral center never attests (C-30).
  'documents.attest': { ...only([4, 9], ownOnly), ...only(administrators, onlyTheSigner) },
  'documents.request': ownOrAdministered([4, 5]),
  'documents.upload': ownOrAdministered([4]),
  'documents.of_center': ownOrAdministered([4]),
  'documents.check': ownOrAdministered([4]),
  'documents.administer': only(administrators),
  // Staff read only what they signed themselves (S-18).
  'documents.read_file': { ...only([4, 5], ownPatients), ...ownOrAdministered([2, 9]) },
};
