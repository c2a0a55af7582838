import type { Caller, World } from '../world.ts';

type Keys = { confirm?: string; approve?: string; undo?: string };
export type FoundLetter = { subject: string; text: string; keys: Keys };

/** The emails to one address, newest first, with the keys of their links. */
export async function lettersTo(world: World, email: string): Promise<FoundLetter[]> {
  const letters = await world.letters();
  return letters
    .filter(({ recipient }) => recipient === email)
    .map(({ subject, text_body: text }) => ({ subject, text, keys: keysIn(text) }));
}

export async function newestLetterTo(world: World, email: string): Promise<FoundLetter> {
  const [letter] = await lettersTo(world, email);
  if (!letter) throw new Error(`No letter came for ${email}.`);
  return letter;
}

function keysIn(text: string): Keys {
  return Object.fromEntries([...text.matchAll(/\/email-(\w+)\?key=([\w-]+)/g)].map(([, what, key]) => [what, key]));
}

/** One key of the newest email to an address. */
export async function keyTo(world: World, email: string, which: keyof Keys): Promise<string> {
  const key = (await newestLetterTo(world, email)).keys[which];
  if (!key) throw new Error(`The letter to ${email} has no link to ${which}.`);
  return key;
}

export type LoggedIn = Caller & { user: { id: number; email: string } };
