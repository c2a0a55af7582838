import type { Handler } from '../../kernel/http/handle.ts';
import { approveEmailChangeHandler } from './approve-email-change.ts';
import { confirmEmailHandler } from './confirm-email.ts';
import { readOwnEmailHandler } from './read-own-email.ts';
import { resendEmailLetterHandler } from './resend-email-letter.ts';
import { undoEmailChangeHandler } from './undo-email-change.ts';
import { withdrawEmailChangeHandler } from './withdraw-email-change.ts';

export const emailChangesHandlers: readonly Handler[] = [
  readOwnEmailHandler,
  withdrawEmailChangeHandler,
  resendEmailLetterHandler,
  confirmEmailHandler,
  approveEmailChangeHandler,
  undoEmailChangeHandler,
];
