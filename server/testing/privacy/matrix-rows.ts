import { ADMINS, about, adminOnly, EVERYBODY, type Matrix, plain } from '../matrix/rows.ts';

const byId = (id: number) => ({ params: { id } });

/** Only the author of a request, on each side. */
const onlyOwn = { own: EVERYBODY, same: '404: rest', other: '404: rest' };

/** Administrators of the site reach the record, and the call refuses what was sent. */
const refusedToAdmins = {
  own: '400: 7 10 7n; 403: rest',
  same: '400: 7 10 7n; 403: rest',
  other: '400: 7 10; 404: 7n; 403: rest',
};

const everySide = (cell: string) => ({ own: cell, same: cell, other: cell });

export const privacyRows: Matrix = {
  askForPrivacy: plain(EVERYBODY, { body: { kind: 'question', text: 'What do you know about me?' } }),
  listOwnPrivacyRequests: plain(EVERYBODY),
  withdrawPrivacyRequest: about('question', byId, onlyOwn),
  readPrivacyExport: about('export', byId, { ...onlyOwn, own: '409: rest' }),
  listPrivacyRequests: plain(ADMINS),
  decidePrivacyRequest: about('reviewed', (id) => ({ params: { id }, body: { decision: 'in_review' } }), adminOnly),
  erasePerson: about('erasure', (id) => ({ params: { id }, body: { confirm: '#0' } }), refusedToAdmins),
  createLegalHold: about('applicant', (id) => ({ body: { user_id: id, reason: 'A lawsuit' } }), adminOnly),
  endLegalHold: about('hold', byId, adminOnly),
  listKeptPapers: about('erased', byId, everySide('200: 10; 403: rest')),
  readKeptPaper: about(
    'keptPaper',
    (id) => ({ params: { id }, body: { reason: 'A court asks for it' } }),
    everySide('409: 10; 403: rest'),
  ),
};
