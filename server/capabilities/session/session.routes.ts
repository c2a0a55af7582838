import { accessCenterHandler } from './access-center.ts';
import { buildVersionHandler } from './build-version.ts';
import { checkAgreementHandler } from './check-agreement.ts';
import { currentSessionHandler } from './current-session.ts';
import { endOtherSessionsHandler } from './end-other-sessions.ts';
import { endSessionHandler } from './end-session.ts';
import { generateLoginAsUserTokenHandler } from './generate-login-as-user-token.ts';
import { listAssociatedCentersHandler } from './list-associated-centers.ts';
import { listSessionsHandler } from './list-sessions.ts';
import { loginHandler } from './login.ts';
import { loginAsUserHandler } from './login-as-user.ts';
import { logoutHandler } from './logout.ts';
import { noteVisitsHandler } from './note-visits.ts';
import { readAgreementHandler } from './read-agreement.ts';
import { resetPasswordHandler } from './reset-password.ts';

export const sessionHandlers = [
  loginHandler,
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
