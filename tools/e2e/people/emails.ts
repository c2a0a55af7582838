import { expect } from 'vitest';
import { getJson } from './calls.ts';
import { baseUrl } from './person.ts';

export type Letter = { to: string; subject: string; text: string };

/** Waits for an email to this address, optionally with this word in its subject, and returns the newest. */
export async function letterTo(email: string, subject = '', site = baseUrl()): Promise<Letter> {
  let found: Letter | undefined;
  const look = async () => {
    // @NOTE the outbox of demo mode answers a list of emails, the newest first.
    const letters = (await getJson(`${site}/dev/outbox.json`)).body as Letter[];
    found = letters.find((letter) => letter.to === email && letter.subject.includes(subject));
    return found;
  };
  await expect.poll(look, { timeout: 60_000 }).toBeDefined();
  if (!found) throw new Error(`No letter came for ${email}.`);
  return found;
}
