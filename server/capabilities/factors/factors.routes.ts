import { addPasskeyHandler, passkeyOptionsHandler } from './add-passkey.ts';
import { readIdentityHandler } from './read-identity.ts';
import { removeFactorHandler } from './remove-factor.ts';
import { renewRecoveryCodesHandler } from './renew-recovery-codes.ts';
import { sendFactorCodeHandler } from './send-factor-code.ts';
import { confirmTotpHandler, startTotpHandler } from './set-up-totp.ts';
import { stepUpHandler, stepUpOptionsHandler } from './step-up.ts';

export const factorsHandlers = [
  readIdentityHandler,
  sendFactorCodeHandler,
  passkeyOptionsHandler,
  addPasskeyHandler,
  startTotpHandler,
  confirmTotpHandler,
  renewRecoveryCodesHandler,
  removeFactorHandler,
  stepUpOptionsHandler,
  stepUpHandler,
];
