import { type Matrix, plain } from './rows.ts';

/** The main site's administrators only (S-26). The demo network's custom site was created without a registration. */
const NOT_REGISTERED = '404: 7 10; 403: rest';
const north = { params: { id: 2 } };

export const siteRows: Matrix = {
  listCustomSites: plain('200: 7 10; 403: rest'),
  createCustomSite: plain('400: 7 10; 403: rest', { body: { name: 'North', url: 'https://north.localhost' } }),
  configureCustomSite: plain('415: 7 10; 403: rest', {
    body: { domain: 2 },
    file: { name: 'a.svg', bytes: Buffer.from('<svg/>') },
  }),
  addCustomSiteAdmin: plain(NOT_REGISTERED, {
    body: { first_name: 'A', last_name: 'B', email: 'a@b.test', password: 'long-enough-1', domain: 2 },
  }),
  createFolder: plain(NOT_REGISTERED, north),
  createDomainFile: plain(NOT_REGISTERED, north),
  checkUp: plain(NOT_REGISTERED, north),
  createSslFile: plain(NOT_REGISTERED, north),
};
