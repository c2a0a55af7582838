export { agreementDigest, agreementText } from './agreement/agreement-text.ts';
export { deleteForgottenDevices, rememberDevice } from './login/known-devices.ts';
export { endSessions, openSession } from './login/open-session.ts';
export {
  endOneTimePasswords,
  issueOneTimePassword,
  sendOneTimePassword,
  sendOneTimePasswordJob,
} from './login/send-one-time-password.ts';
export { sessionUserFor } from './login/session-user.ts';
