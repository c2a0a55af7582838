export { agreementDigest, agreementText } from './agreement-text.ts';
export { rememberDevice } from './known-devices.ts';
export { endSessions, openSession } from './open-session.ts';
export {
  endOneTimePasswords,
  issueOneTimePassword,
  sendOneTimePassword,
  sendOneTimePasswordJob,
} from './send-one-time-password.ts';
export { sessionUserFor } from './session-user.ts';
