import type { Letter, Target } from './target.ts';
import type { Visitor } from './visitor.ts';

/** Returns the one-time password in an email; null if there is none. */
export function oneTimePasswordIn({ text }: Letter): string | null {
  return /^\s*([A-Z0-9]{5}(?:-[A-Z0-9]{5}){3})\s*$/m.exec(text)?.[1] ?? null;
}

/** Returns the single-use keys of the links in an email. */
export function keysIn({ text }: Letter): readonly string[] {
  return [...text.matchAll(/[?&]key=([\w-]+)/g)].map(([, key = '']) => key);
}

/** Returns the documentIds of the links in an email that requests signatures. */
export function documentIdsIn({ text }: Letter): readonly string[] {
  return [...text.matchAll(/documentId=([\w-]+)/g)].map(([, id = '']) => id);
}

/** Requests a one-time password and reads it in the mailbox; null if none arrives. */
export async function forgetPassword(target: Target, email: string): Promise<string | null> {
  await target.visitor().post('/api/v1/users/reset-password/', { email });
  const found = (await target.lettersTo(email)).map(oneTimePasswordIn);
  return found.find((password) => password !== null) ?? null;
}

/** Requests the code that ends a hold, reads it in a mailbox and enters it. Versions without holds answer 404. */
export async function enterMailedCode(target: Target, browser: Visitor, mailbox: string): Promise<void> {
  await browser.post('/api/v1/identity/hold/code/');
  for (const { text } of await target.lettersTo(mailbox)) {
    const code = /^\s*(\d{6}|\d{3} \d{3})\s*$/m.exec(text)?.[1]?.replace(' ', '');
    if (code) await browser.post('/api/v1/identity/hold/clear/', { code });
  }
}

/** Whether the address has received an email beyond the first `before`. */
export async function wasWrittenTo(target: Target, email: string, before: number): Promise<boolean> {
  return (await target.lettersTo(email)).length > before;
}
