import { createCoupon } from '@vialkeep/contract/coupons.ts';
import { listLabels, updateLabelAndNotify, uploadLabelFile } from '@vialkeep/contract/labels.ts';
import { createPatient } from '@vialkeep/contract/patients.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { currentSession, generateLoginAsUserToken, loginAsUser } from '@vialkeep/contract/session.ts';
import { listTransactions, readTransaction, updateTransaction } from '@vialkeep/contract/transactions.ts';
import { addUser, listUsers, readUserDetails } from '@vialkeep/contract/users.ts';
import { ApiClient } from '../../harness/api-client.ts';
import { onePagePdf } from '../../harness/one-page-pdf.ts';
import type { Person, PersonaActions } from './person.ts';

export const administratorsHabits: PersonaActions = [
  [createsUser, 3],
  [createsPatient, 2],
  [editsUser, 5],
  [createsCoupon, 2],
  [correctsTransaction, 3],
  [givesLabel, 4],
  [worksInAnothersAccount, 2],
];

const newcomer = { first_name: 'Fault', last_name: 'Run' };

async function createsUser(admin: Person): Promise<void> {
  const mark = `${admin.deeds.newMark()}@faults.test`;
  const subscription = admin.dice.of([2, 3, 6]);
  const body = { ...newcomer, subscription, domain: 1, email: mark, password: 'Fault-run-password-1' };
  await admin.do({ kind: 'user', mark }, addUser, { body });
}

async function createsPatient(admin: Person): Promise<void> {
  const mark = `${admin.deeds.newMark()}@faults.test`;
  await admin.do({ kind: 'patient', mark }, createPatient, { body: { ...newcomer, email: mark } });
}

/** Two administrators may choose the same user: the version check lets only one of them save. */
async function editsUser(admin: Person): Promise<void> {
  const page = await admin.read(listUsers, { query: { search: 'faults.test' } });
  if (!page || page.results.length === 0) return;
  const { id } = admin.dice.of(page.results);
  const details = await admin.read(readUserDetails, { params: { id } });
  if (!details) return;
  const mark = admin.deeds.newMark();
  const body = { address2: mark, version: details.version };
  await admin.do({ kind: 'user edit', mark, subject: id }, updateUser, { params: { id }, body });
}

async function createsCoupon(admin: Person): Promise<void> {
  const mark = admin.deeds.newMark();
  await admin.do({ kind: 'coupon', mark }, createCoupon, { body: { name: mark, code: mark, discount_amount: 5 } });
}

async function correctsTransaction(admin: Person): Promise<void> {
  const page = await admin.read(listTransactions);
  if (!page || page.results.length === 0) return;
  const { id } = admin.dice.of(page.results);
  const before = await admin.read(readTransaction, { params: { id } });
  if (!before) return;
  const mark = admin.deeds.newMark();
  const body = { commission_paid: !before.commission_paid, transaction_note: mark, version: before.version };
  await admin.do({ kind: 'correction', mark }, updateTransaction, { params: { id }, body });
}

async function givesLabel(admin: Person): Promise<void> {
  const labels = await admin.read(listLabels);
  const label = labels?.find(({ pdf_file }) => pdf_file === '');
  if (!label) return;
  const file = { name: 'label.pdf', bytes: onePagePdf(20_000) };
  const told = await admin.portal.call(uploadLabelFile, { file });
  const uploaded = uploadLabelFile.answer.safeParse(told?.body).data?.filename;
  if (told?.status !== 200 || !uploaded) return;
  admin.uploaded(`fedex-label/${uploaded}`);
  const mark = admin.deeds.newMark();
  const tracking = { tracking_link: 'https://www.fedex.com/track', tracking_number: mark };
  const body = { ...tracking, pdf_file: uploaded, version: label.version };
  await admin.do({ kind: 'label file', mark }, updateLabelAndNotify, { params: { id: label.id }, body });
}

/** The impersonation session was acknowledged, so it must stay valid. */
async function worksInAnothersAccount(admin: Person): Promise<void> {
  const page = await admin.read(listUsers, { query: { search: 'hc@vialkeep.test' } });
  const user_id = page?.results.find(({ email }) => email === 'hc@vialkeep.test')?.id;
  const code = user_id && (await admin.read(generateLoginAsUserToken, { body: { user_id } }));
  if (!code) return;
  const tab = new ApiClient(null, admin.place.url, admin.place.witness);
  const opened = await tab.call(loginAsUser, { body: { user_id, token: code.token } });
  const token = opened?.status === 200 ? loginAsUser.answer.parse(opened.body).token : null;
  if (!token) return;
  admin.deeds.write({ kind: 'session', mark: token, subject: null, told: 'yes' });
  await tab.use(token).call(currentSession);
}
