import { accessCenterHandler } from './acting/access-center.ts';
import { generateLoginAsUserTokenHandler } from './acting/generate-login-as-user-token.ts';
import { listAssociatedCentersHandler } from './acting/list-associated-centers.ts';
import { loginAsUserHandler } from './acting/login-as-user.ts';
import { noteVisitsHandler } from './acting/note-visits.ts';
import { checkAgreementHandler } from './agreement/check-agreement.ts';
import { readAgreementHandler } from './agreement/read-agreement.ts';
import { loginHandler } from './login/login.ts';
import { passkeyLoginHandler, passkeyLoginOptionsHandler } from './login/passkey-login.ts';
import { resetPasswordHandler } from './login/reset-password.ts';
import { secondFactorLoginHandler } from './login/second-factor-login.ts';
import { buildVersionHandler } from './open-sessions/build-version.ts';
import { currentSessionHandler } from './open-sessions/current-session.ts';
import { endOtherSessionsHandler } from './open-sessions/end-other-sessions.ts';
import { endSessionHandler } from './open-sessions/end-session.ts';
import { listSessionsHandler } from './open-sessions/list-sessions.ts';
import { logoutHandler } from './open-sessions/logout.ts';

export const sessionHandlers = [
  loginHandler,
  secondFactorLoginHandler,
  passkeyLoginOptionsHandler,
  passkeyLoginHandler,
  resetPasswordHandler,
  logoutHandler,
  currentSessionHandler,
  listSessionsHandler,
  endOtherSessionsHandler,
  endSessionHandler,
  noteVisitsHandler,
  loginAsUserHandler,
  generateLoginAsUserTokenHandler,
  listAssociatedCentersHandler,
  accessCenterHandler,
  checkAgreementHandler,
  readAgreementHandler,
  buildVersionHandler,
];
