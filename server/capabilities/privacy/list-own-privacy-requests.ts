import { listOwnPrivacyRequests } from '@vialkeep/contract/privacy.ts';
import { handle } from '../../kernel/http/handle.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { presentOwnRequest } from './privacy.present.ts';
import { ownRequests } from './privacy.queries.ts';

/** Newest first; older ones than these are shown on request. */
const MOST = 100;

export const listOwnPrivacyRequestsHandler = handle(listOwnPrivacyRequests, async ({ access, actor, db }) => {
  access.authorize(ownRecords(actor));
  const rows = await ownRequests(db, actor.userId).limit(MOST).execute();
  return { results: rows.map(presentOwnRequest) };
});
