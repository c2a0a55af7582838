export { beginSecondStep, mayRememberDevice } from './begin-second-step.ts';
export { deleteExpiredChallenges, findChallenge, issueChallenge, tryChallenge, useChallenge } from './challenges.ts';
export { checkFactor, methodOf } from './check-factor.ts';
export { sendFactorEmail } from './factor-emails.ts';
export { buildAssertionOptions, checkAssertion } from './passkeys.ts';
export { beginProof } from './proof-attempts.ts';
export { removeAllFactors } from './remove-factor.ts';
export { addTotpSecret, sealedTotpSecrets } from './totp.ts';
