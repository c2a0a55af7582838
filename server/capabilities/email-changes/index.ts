export { askForEmailChange } from './ask-for-email-change.ts';
export { changeEmailForAnother } from './change-email-for-another.ts';
export { askToConfirm } from './confirmation-letter.ts';
export { countChangeLetter } from './count-change-letter.ts';
export { releaseUnconfirmedAddress } from './release-unconfirmed-address.ts';
export { sendChangeLettersJob } from './send-change-letters.ts';
