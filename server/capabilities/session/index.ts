export { agreementDigest, agreementText } from './agreement-text.ts';
export { endSessions } from './open-session.ts';
export {
  inviteByOneTimePassword,
  issueOneTimePassword,
  sendOneTimePassword,
  sendOneTimePasswordJob,
} from './send-one-time-password.ts';
