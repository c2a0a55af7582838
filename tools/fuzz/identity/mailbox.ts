import type { Letter, Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** The one-time password that a letter holds; null where it holds none. */
export function oneTimePasswordIn({ text }: Letter): string | null {
  return /^\s*([A-Z0-9]{5}(?:-[A-Z0-9]{5}){3})\s*$/m.exec(text)?.[1] ?? null;
}

/** The single-use keys of the addresses in a letter. */
export function keysIn({ text }: Letter): readonly string[] {
  return [...text.matchAll(/[?&]key=([\w-]+)/g)].map(([, key = '']) => key);
}

/** The documentIds of the addresses in a letter that asks for signatures. */
export function documentIdsIn({ text }: Letter): readonly string[] {
  return [...text.matchAll(/documentId=([\w-]+)/g)].map(([, id = '']) => id);
}

/** Asks for a one-time password, and reads it in the mailbox; null where none came. */
export async function forgetPassword(target: Target, email: string): Promise<string | null> {
  await target.visitor().post('/api/v1/users/reset-password/', { email });
  const found = (await target.lettersTo(email)).map(oneTimePasswordIn);
  return found.find((password) => password !== null) ?? null;
}

/** Asks for the code that ends a hold, reads it in a mailbox, and enters it. Versions without holds answer 404. */
export async function enterMailedCode(target: Target, browser: Visitor, mailbox: string): Promise<void> {
  await browser.post('/api/v1/identity/hold/code/');
  for (const { text } of await target.lettersTo(mailbox)) {
    const code = /^\s*(\d{6}|\d{3} \d{3})\s*$/m.exec(text)?.[1]?.replace(' ', '');
    if (code) await browser.post('/api/v1/identity/hold/clear/', { code });
  }
}

/** Whether a letter came to an address since so many had. */
export async function wasWrittenTo(target: Target, email: string, before: number): Promise<boolean> {
  return (await target.lettersTo(email)).length > before;
}
