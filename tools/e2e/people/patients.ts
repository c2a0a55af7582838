import { postJson } from './calls.ts';
import { baseUrl, openSession } from './person.ts';

type Entry = { type: 'added' | 'shipped'; quantity: number; date?: string; note?: string; tracking_id?: string };

export type NewPatient = { id: number; name: string; email: string };

let made = 0;

/** Creates a patient that no other journey uses, of a demo center and a demo lab whose lists no journey counts. */
export async function newPatient(
  fields: Readonly<Record<string, unknown>> = {},
  entries: readonly Entry[] = [],
): Promise<NewPatient> {
  const [admin, center, lab] = await Promise.all([openSession('admin'), openSession('hc3'), openSession('lab2')]);
  made += 1;
  const email = `journey-${Date.now()}-${process.pid}-${made}@journeys.test`;
  const { status, body } = await postJson(
    `${baseUrl()}/api/v1/users/`,
    {
      email,
      first_name: 'Journey',
      last_name: `Number ${made}`,
      harvest_center_temporal: center.user.id,
      processing_lab: lab.user.id,
      ...fields,
    },
    admin.token,
  );
  if (status !== 200) throw new Error(`The patient was not added: ${status} ${JSON.stringify(body)}`);
  // @NOTE the response for an added patient.
  const { id } = body as { id: number };
  for (const entry of entries) await addEntry(admin.token, id, entry);
  return { id, name: `Journey Number ${made}`, email };
}

export async function addEntry(token: string, patient: number, entry: Entry): Promise<void> {
  const sent = { date: '2026-01-05', user: patient, user_id: patient, ...entry };
  const { status, body } = await postJson(`${baseUrl()}/api/v1/vials-history/`, sent, token);
  if (status !== 200) throw new Error(`The entry was not added: ${status} ${JSON.stringify(body)}`);
}

/** Returns the id of a demo patient by the part of the email before the @. */
export async function demoPatient(account: string): Promise<number> {
  return (await openSession(account)).user.id;
}
