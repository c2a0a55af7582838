import { getJson, patchJson, postJson } from '../people/calls.ts';
import { letterTo } from '../people/emails.ts';
import { type Made, newUser, unique } from '../people/new-user.ts';
import { demoPatient } from '../people/patients.ts';
import { baseUrl, openSession } from '../people/person.ts';
import { findOpenOrder, orderVials } from '../people/vial-orders.ts';

/** Addresses that contain ids of this run. Each is created once. */

export const anasRecord = createOnce(async () => `/patients/${await demoPatient('patient')}`);

export const labOfTheDemo = createOnce(async () => `/lab/${(await openSession('lab')).user.id}`);

export const centerOfTheLab = createOnce(
  async () => `${await labOfTheDemo()}/harvest-center/${(await openSession('hc')).user.id}`,
);

/** The passport of a vial whose lab has a bench. */
export const vialOfTheBench = createOnce(async () => {
  const { token } = await openSession('lab2');
  const path = `/api/v1/vials/user/${await demoPatient('patient2')}/vials/`;
  // @NOTE the response of this call.
  const [vial] = (await answered(getJson(`${baseUrl()}${path}`, token))) as { code: string }[];
  return `/vial/${vial?.code ?? ''}`;
});

export const benchSettings = createOnce(async () => `/bench/settings?lab=${(await openSession('lab2')).user.id}`);

/** The import of the demo, or an empty one. */
export const newestImport = createOnce(async () => {
  const { token } = await openSession('admin');
  const address = `${baseUrl()}/api/admin/imports/`;
  // @NOTE the responses of these calls.
  const { results } = (await answered(getJson(address, token))) as { results: { id: number }[] };
  const begun = results[0] ?? ((await answered(postJson(address, { name: 'Old system' }, token))) as { id: number });
  return `/imports/${begun.id}`;
});

/** The sign link that an email gives to a guest. */
export const guestsDocument = createOnce(async () => {
  const { token, user } = await openSession('hc3');
  const email = `${unique('guest')}@people.test`;
  const asked = { name: 'Lin Okafor', email, harvest_center_id: user.id };
  await answered(postJson(`${baseUrl()}/api/v1/documents/send/`, asked, token));
  const [link = ''] =
    (await letterTo(email, 'sign')).text.match(/http\S+\/sign-your-document\?documentId=[\w-]+/) ?? [];
  return link;
});

/** The link of an invitation email, for an account that an administrator created. */
export const invitation = createOnce(async () => {
  const { token } = await openSession('admin');
  const email = `${unique('invited')}@people.test`;
  const person = { first_name: 'Lin', last_name: 'Okafor', email };
  await answered(postJson(`${baseUrl()}/api/v1/users/`, person, token));
  return (await letterTo(email, 'account')).text.match(/http\S+\/invitation\?key=[\w-]+/)?.[0] ?? '';
});

/** The link of a new inspection. */
export const inspection = createOnce(async () => {
  const { token } = await openSession('admin');
  const email = `${unique('inspector')}@agency.test`;
  const opened = { agency: 'State agency', name: 'Ina Specht', email, reason: 'Yearly visit', days: 3 };
  await answered(postJson(`${baseUrl()}/api/admin/inspections/`, opened, token));
  return (await letterTo(email, 'inspection')).text.match(/http\S+\/inspection\?key=[\w-]+/)?.[0] ?? '';
});

/** A document of a member, ready to be signed. */
export const paperOfAMember = createOnce(async () => {
  const { id, email } = await newMember();
  const { token } = await openSession(email);
  const body = await answered(
    postJson(`${baseUrl()}/api/v1/documents/sign-link-patient/`, { patientId: id, docType: 'storage' }, token),
  );
  // @NOTE the response with a sign link.
  return (body as { signLink: string }).signLink;
});

/** Creates a user who has accepted the agreement and signed nothing. */
export async function newMember(plan: 2 | 4 = 2): Promise<Made> {
  const made = await newUser(plan, { first_name: 'Lin', last_name: 'Okafor' });
  const { token } = await openSession(made.email);
  const accepted = { check_agreement: '2026-01-05T09:00:00.000Z' };
  await answered(patchJson(`${baseUrl()}/api/v1/users/${made.id}/`, accepted, token));
  return made;
}

export const repsSignUp = (page: string) =>
  createOnce(async () => `${page}/?srid=${(await openSession('rep')).user.id}`);

export const staffSignUp = createOnce(async () => `/hc-staff-registration/?hcid=${(await openSession('hc')).user.id}`);

function createOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function answered(call: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`Not answered: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The first box of the demo's freezer. */
export const boxOfTheDemo = createOnce(async () => `/bench/storage/${(await demoBox('Box 1')).id}`);

/** A count of another box, which it begins. */
export const countOfTheDemo = createOnce(async () => {
  const { token } = await openSession('lab2');
  const { code } = await demoBox('Box 12');
  const { body } = await postJson(`${baseUrl()}/api/v1/bench/counts/`, { box_code: code }, token);
  // @NOTE the answer of a new count.
  return `/bench/counts/${(body as { id: number }).id}`;
});

async function demoBox(name: string): Promise<{ id: number; code: string; name: string }> {
  const { token } = await openSession('lab2');
  const { body } = await getJson(`${baseUrl()}/api/v1/bench/places/?kind=box`, token);
  // @NOTE the answer of the list of places.
  const { results } = body as { results: { id: number; code: string; name: string }[] };
  const box = results.find((one) => one.name === name);
  if (!box) throw new Error(`The demo has no ${name}.`);
  return box;
}
/** An order of the demo's lab, which a clinic places. */
export const orderOfTheDemo = createOnce(async () => {
  const { token } = await openSession('lab2');
  await orderVials('hc', await demoPatient('patient2'), 2);
  return `/bench/orders/${(await findOpenOrder(token)).id}`;
});

/** The batch of the demo's lab. */
export const batchOfTheDemo = createOnce(async () => {
  const { token } = await openSession('lab2');
  const { body } = await getJson(`${baseUrl()}/api/v1/bench/batches/?state=closed`, token);
  // @NOTE the answer of the list of batches.
  return `/bench/batches/${(body as { results: { id: number }[] }).results.at(-1)?.id}`;
});

/** A drill of the demo's lab. */
export const deviationOfTheDemo = createOnce(async () => {
  const { token } = await openSession('lab2');
  const { body } = await getJson(`${baseUrl()}/api/v1/bench/deviations/`, token);
  // @NOTE the answer of the list of deviations.
  return `/bench/deviations/${(body as { results: { id: number }[] }).results.at(-1)?.id}`;
});
