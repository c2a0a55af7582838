import type { NamedRoute } from '@vialkeep/contract/catalogue.ts';
import { png } from '../../../server/testing/documents/pictures.ts';
import { matrix } from '../../../server/testing/matrix/all-rows.ts';
import type { Plain, Row } from '../../../server/testing/matrix/rows.ts';
import type { Input } from '../../../server/testing/world.ts';
import type { SeededRandom } from '../../harness/seeded-random.ts';
import { benchInput, isOfBench } from '../bench/bench-input.ts';
import type { Network } from '../network.ts';
import { smallPdf } from './small-pdf.ts';

type Json = Record<string, unknown>;

/** Input that the call accepts, so that the fuzzed value is the only wrong one. */
export type GoodInput = { params: Json; query: Json; body: Json; file: { name: string; bytes: Buffer } | null };

export type Asking = {
  readonly id: number;
  readonly network: Network;
  readonly dice: SeededRandom;
  readonly count: number;
};

/** Uses the permission matrix, which has an input for every guarded call; `special` has those of public calls. */
export function goodInput(call: NamedRoute, asking: Asking): GoodInput {
  const { name, route } = call;
  const { id: caller, network, dice, count } = asking;
  const row = matrix[name];
  const known = row ? inputOf(row, caller, network) : {};
  const atBench = isOfBench(call) ? benchInput(call, { stock: network.stock, dice, count }) : {};
  const instead: Input = special[name]?.(asking) ?? atBench;
  const body = { ...asJson(known.body), ...asJson(instead.body) };
  if (typeof body.email === 'string' && name !== 'login' && name !== 'emailExists')
    body.email = `n${count}@attack.test`;
  return {
    params: { ...asJson(known.params), ...asJson(instead.params) },
    query: { ...asJson(known.query), ...asJson(instead.query) },
    body,
    file: route.upload
      ? route.upload.types.includes('pdf')
        ? { name: 'a.pdf', bytes: smallPdf }
        : { name: 'a.png', bytes: png }
      : null,
  };
}

function inputOf(row: Row | Plain, caller: number, network: Network): Input {
  if (row.about === null) return row.input();
  const id = network.idOf(row.about, caller);
  return row.input(id, network.partnerOf(row.about, id));
}

const person = { first_name: 'Attack', last_name: 'Run', email: '@' };
const clinic = {
  company: 'Attack Clinic',
  phone_number: '+1 555 0100',
  address1: '1 Way',
  city: 'Town',
  state_desc: 'Texas',
  country_desc: 'United States',
  zip_code: '78701',
};
const nobodys = 'A'.repeat(22);

/** Input of the public calls, and of calls for which the matrix intentionally uses refused input. */
const special: Readonly<Record<string, (asking: Asking) => Input>> = {
  planted: () => ({ body: { text: 'x', count: 1 } }),
  login: () => ({ body: { email: 'hc3@vialkeep.test', password: 'Vialkeep-demo-1' } }),
  loginAsUser: ({ network, id }) => ({ body: { user_id: network.idOf('account', id), token: nobodys } }),
  resetPassword: () => ({ body: { email: '@' } }),
  confirmEmail: () => ({ body: { key: nobodys } }),
  approveEmailChange: () => ({ body: { key: nobodys } }),
  undoEmailChange: () => ({ body: { key: nobodys } }),
  readHcLogo: () => ({ params: { hc_logo: 'nobodys.png' } }),
  addSalesRep: () => ({ body: { ...person, password: 'A-new-password-1', subscription: 3 } }),
  createHarvestCenter: ({ network, id, count }) => ({
    body: {
      ...person,
      ...clinic,
      password: 'A-new-password-1',
      subscription: [4, 5, 9][count % 3],
      saless_rep_id: network.idOf('rep', id),
      hc_id: network.idOf('center', id),
      staff_hc_ids: String(network.idOf('center', id)),
    },
  }),
  readInvitingCenter: ({ network, id }) => ({ params: { id: network.idOf('center', id) } }),
  readInvitingRep: ({ network, id }) => ({ params: { id: network.idOf('rep', id) } }),
  salesRepExists: ({ network, id }) => ({ params: { id: network.idOf('rep', id) } }),
  createTemplate: () => ({ query: { documentId: nobodys, name: 'Attack Run' } }),
  signLinkForGuest: ({ network }) => ({ params: { documentId: network.link('document') } }),
  signLinkForSignUp: () => ({ body: { name: 'Attack Run', email: '@' } }),
  verifyCode: () => ({ params: { code: '7KQM-PX2A-9RTD' } }),
  readTimestamp: () => ({ params: { code: '7KQM-PX2A-9RTD' }, query: { of: 'document' } }),
  readSigning: ({ network }) => ({ params: { signingId: network.link('signing') } }),
  readSigningFile: ({ network }) => ({ params: { signingId: network.link('signing') } }),
  sign: ({ network }) => ({
    params: { signingId: network.link('signing') },
    body: { full_name: 'Attack Run', agrees: true, drawn: [[[0.1, 0.2]]] },
  }),
  decline: ({ network }) => ({ params: { signingId: network.link('signing') }, body: { reason: 'No' } }),
  readCertificateChallenge: () => ({ params: { token: nobodys } }),
  readSiteLogo: () => ({ params: { name: 'nobodys.png' } }),

  approveStaff: ({ network, id }) => ({ body: { user_id: network.idOf('staff', id) } }),
  removeStaff: ({ network, id }) => ({ body: { user_id: network.idOf('staff', id) } }),
  decideReferral: ({ network, id }) => ({ body: { user_id: network.idOf('referral', id) } }),
  updateStaff: ({ network, id }) => ({ body: { staff_hc_ids: String(network.idOf('center', id)) } }),
  linkDocument: ({ network, id }) => ({ body: { patient: network.idOf('patient', id) } }),
  listPatientsOfLabCenter: ({ network, id }) => ({ params: { hcId: network.idOf('center', id) } }),
  updateDefaultLocation: ({ id }) => ({ body: { user_id: id } }),
  checkOut: ({ count }) => ({ body: { invoice_id: 1_000_000 + count } }),
  checkOutOwnVials: ({ count }) => ({ body: { invoice_id: 1_000_000 + count } }),
  createCoupon: ({ count }) => ({ body: { code: `ATTACK${count}` } }),
  updateCoupon: ({ count }) => ({ body: { code: `ATTACK${count}` } }),
  // A successful change would end the caller's sessions, so this input has a wrong current password.
  changePassword: () => ({ body: { password_current: 'not-the-password' } }),
  createCustomSite: ({ count }) => ({ body: { name: 'Attack', url: `https://n${count % 20}.attack.test` } }),
  configureCustomSite: (asking) => ({ body: { domain: String(siteOf(asking)), email_sender: 'a@attack.test' } }),
  addCustomSiteAdmin: (asking) => ({ body: { domain: siteOf(asking) } }),
  createFolder: (asking) => ({ params: { id: siteOf(asking) } }),
  createDomainFile: (asking) => ({ params: { id: siteOf(asking) } }),
  checkUp: (asking) => ({ params: { id: siteOf(asking) } }),
  createSslFile: (asking) => ({ params: { id: siteOf(asking) } }),
};

function siteOf({ network, id }: Asking): number {
  return network.idOf('site', id);
}

function asJson(value: unknown): Json {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
