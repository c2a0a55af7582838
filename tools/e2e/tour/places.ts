import { patchJson, postJson } from '../people/calls.ts';
import { letterTo } from '../people/emails.ts';
import { type Made, newUser, unique } from '../people/new-user.ts';
import { demoPatient } from '../people/patients.ts';
import { baseUrl, openSession } from '../people/person.ts';

/** Addresses that contain ids of this run. Each is created once. */

export const anasRecord = once(async () => `/patients/${await demoPatient('patient')}`);

export const labOfTheDemo = once(async () => `/lab/${(await openSession('lab')).user.id}`);

export const centerOfTheLab = once(
  async () => `${await labOfTheDemo()}/harvest-center/${(await openSession('hc')).user.id}`,
);

/** The sign link that an email gives to a guest. */
export const guestsDocument = once(async () => {
  const { token, user } = await openSession('hc3');
  const email = `${unique('guest')}@people.test`;
  const asked = { name: 'Lin Okafor', email, harvest_center_id: user.id };
  await answered(postJson(`${baseUrl()}/api/v1/documents/send/`, asked, token));
  const [link = ''] =
    (await letterTo(email, 'sign')).text.match(/http\S+\/sign-your-document\?documentId=[\w-]+/) ?? [];
  return link;
});

/** The link of an invitation email, for an account that an administrator created. */
export const invitation = once(async () => {
  const { token } = await openSession('admin');
  const email = `${unique('invited')}@people.test`;
  const person = { first_name: 'Lin', last_name: 'Okafor', email };
  await answered(postJson(`${baseUrl()}/api/v1/users/`, person, token));
  return (await letterTo(email, 'account')).text.match(/http\S+\/invitation\?key=[\w-]+/)?.[0] ?? '';
});

/** The link of a new inspection. */
export const inspection = once(async () => {
  const { token } = await openSession('admin');
  const email = `${unique('inspector')}@agency.test`;
  const opened = { agency: 'State agency', name: 'Ina Specht', email, reason: 'Yearly visit', days: 3 };
  await answered(postJson(`${baseUrl()}/api/admin/inspections/`, opened, token));
  return (await letterTo(email, 'inspection')).text.match(/http\S+\/inspection\?key=[\w-]+/)?.[0] ?? '';
});

/** A document of a member, ready to be signed. */
export const paperOfAMember = once(async () => {
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

export const repsSignUp = (page: string) => once(async () => `${page}/?srid=${(await openSession('rep')).user.id}`);

export const staffSignUp = once(async () => `/hc-staff-registration/?hcid=${(await openSession('hc')).user.id}`);

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function answered(call: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`Not answered: ${status} ${JSON.stringify(body)}`);
  return body;
}
