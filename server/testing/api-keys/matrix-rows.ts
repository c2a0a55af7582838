import { about, type Matrix, plain } from '../matrix/rows.ts';
import { PASSWORD } from '../people.ts';

const HOLDERS = '1 4 5 7 10 7n';
/** No account has the number of a key. */
const none = {
  own: `404: ${HOLDERS}; 403: rest`,
  same: `404: ${HOLDERS}; 403: rest`,
  other: `404: ${HOLDERS}; 403: rest`,
};

export const apiKeyRows: Matrix = {
  listApiKeys: plain(`200: ${HOLDERS}; 403: rest`),
  createApiKey: plain(`200: ${HOLDERS}; 403: rest`, {
    body: { name: 'Nightly', scopes: ['people.read'], password_current: PASSWORD },
  }),
  replaceApiKey: about(
    'account',
    (id) => ({ params: { id }, body: { overlap_hours: 1, password_current: PASSWORD } }),
    none,
  ),
  revokeApiKey: about('account', (id) => ({ params: { id } }), none),
};
