import { createInspection, openInspection, sendInspectionCode } from '@vialkeep/contract/inspections.ts';
import { openLetter } from '../../kernel/mail/outbox.ts';
import { anonymousCaller, type Caller, type World } from '../world.ts';

type Wanted = { patient_ids?: readonly number[]; with_names?: boolean; days?: number };

/** An inspection as its administrator and its inspector know it. */
export type TestInspection = { readonly id: number; readonly key: string; readonly email: string };

type StoredLetter = Parameters<typeof openLetter>[1];

let made = 0;

/** Opens an inspection in the name of an administrator, and reads its key from the letter. */
export async function addTestInspection(world: World, admin: Caller, wanted: Wanted = {}): Promise<TestInspection> {
  made += 1;
  const email = `inspector${made}@agency.test`;
  const body = { agency: 'State agency', name: 'Ina Specht', email, reason: 'Yearly visit', days: 3, ...wanted };
  const { id } = await world.call(admin, createInspection, { body });
  return { id, key: await keyIn(world, email), email };
}

/** The key of the link in the newest letter to this address. */
async function keyIn(world: World, email: string): Promise<string> {
  return textTo(world, email, /\/inspection\?key=([\w-]+)/);
}

/** Asks for a code and reads it from the letter. */
export async function receiveCode(world: World, { key, email }: TestInspection, host = 'localhost'): Promise<string> {
  await world.call({ ...anonymousCaller, host }, sendInspectionCode, { body: { key } });
  return textTo(world, email, /\b(\d{6})\b/);
}

/** Enters with a new code; the result makes the calls of the inspector. */
export async function enterInspection(world: World, inspection: TestInspection, host = 'localhost'): Promise<Caller> {
  const code = await receiveCode(world, inspection, host);
  const at = { ...anonymousCaller, host };
  const { token } = await world.call(at, openInspection, { body: { key: inspection.key, code } });
  return { ...at, inspection: token };
}

/** Reads the table of letters, because the jobs that deliver them would also change other rows. */
async function textTo(world: World, email: string, pattern: RegExp): Promise<string> {
  const letters = await world.sql<StoredLetter>('select * from letters where recipient = $1 order by id desc', [email]);
  for (const letter of letters) {
    const text = pattern.exec(openLetter(world.app.services.dataKey, letter).text_body)?.[1];
    if (text !== undefined) return text;
  }
  throw new Error(`No letter to ${email} matches.`);
}
