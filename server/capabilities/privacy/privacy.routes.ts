import type { Handler } from '../../kernel/http/handle.ts';
import { askForPrivacyHandler } from './ask-for-privacy.ts';
import { decidePrivacyRequestHandler } from './decide-privacy-request.ts';
import { erasePersonHandler } from './erase-person.ts';
import { listKeptPapersHandler, readKeptPaperHandler } from './kept-papers.ts';
import { createLegalHoldHandler, endLegalHoldHandler } from './legal-holds.ts';
import { listOwnPrivacyRequestsHandler } from './list-own-privacy-requests.ts';
import { listPrivacyRequestsHandler } from './list-privacy-requests.ts';
import { readPrivacyExportHandler } from './read-privacy-export.ts';
import { withdrawPrivacyRequestHandler } from './withdraw-privacy-request.ts';

export const privacyHandlers: readonly Handler[] = [
  askForPrivacyHandler,
  listOwnPrivacyRequestsHandler,
  withdrawPrivacyRequestHandler,
  readPrivacyExportHandler,
  listPrivacyRequestsHandler,
  decidePrivacyRequestHandler,
  erasePersonHandler,
  createLegalHoldHandler,
  endLegalHoldHandler,
  listKeptPapersHandler,
  readKeptPaperHandler,
];
