import { acceptInvitationHandler } from './accept-invitation.ts';
import { clearHoldHandler } from './clear-hold.ts';
import { openInvitationHandler } from './open-invitation.ts';
import { renewInvitationHandler } from './renew-invitation.ts';
import { resetFactorsHandler } from './reset-factors.ts';
import { sayNotMeHandler } from './say-not-me.ts';
import { sendHoldCodeHandler } from './send-hold-code.ts';

export const identityHandlers = [
  sendHoldCodeHandler,
  clearHoldHandler,
  sayNotMeHandler,
  openInvitationHandler,
  acceptInvitationHandler,
  renewInvitationHandler,
  resetFactorsHandler,
];
