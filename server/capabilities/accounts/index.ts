export { accountsById } from './accounts-by-id.ts';
export { bumpVersion } from './bump-version.ts';
export { createAccount, createAccounts, type NewAccount } from './create-account.ts';
export { removeAccounts } from './remove-accounts.ts';
export { emailIsTaken, hasAccount, recordEmailConfirmed, setConfirmedEmail, setUnconfirmedEmail } from './set-email.ts';
export {
  chosenPassword,
  endPassword,
  type PasswordColumns,
  setInvitedPassword,
  setMailedPassword,
  setPassword,
} from './set-password.ts';
export {
  eraseAccount,
  noteSecondFactorAsked,
  recordAttestation,
  recordLogin,
  recordReview,
  removeAccount,
  setActive,
  setPlan,
  updateAccount,
  updateProfile,
} from './update-account.ts';
