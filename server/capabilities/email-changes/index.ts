export { askForEmailChange } from './ask-for-email-change.ts';
export { changeEmailForAnother } from './change-email-for-another.ts';
export { askToConfirm } from './confirmation-email.ts';
export { countChangeLetter } from './count-change-email.ts';
export { releaseUnconfirmedAddress } from './release-unconfirmed-address.ts';
export { sendChangeLettersJob } from './send-change-emails.ts';
