import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PASSWORD_MIN } from '@vialkeep/contract/kernel/text.ts';
import { z } from 'zod';
import { refuse } from '../http/refuse.ts';

/** The account and site that the password is for. */
export type PasswordOwner = {
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly email: string;
  readonly company?: string | null | undefined;
  readonly site: { readonly product: string; readonly brand: string };
};

export const STOLEN_PASSWORD = 'This password is on lists of stolen passwords. Choose another.';
export const PASSWORD_WITH_NAME = 'Do not use your name or e-mail in the password.';

/** Refuses easily guessed passwords with the name of the field; the contract checks the length. */
export async function checkNewPassword(password: string, owner: PasswordOwner, field: string): Promise<void> {
  const message = await objectionTo(password, owner);
  if (message !== null) throw refuse('invalid_input', { message, fields: [field] });
}

const LEAST_LEFT = 5;

async function objectionTo(password: string, owner: PasswordOwner): Promise<string | null> {
  if ((await stolenPasswords()).has(password.toLowerCase())) return STOLEN_PASSWORD;
  return [...withoutWords(plain(password), buildForbiddenWords(owner))].length < LEAST_LEFT ? PASSWORD_WITH_NAME : null;
}

let stolen: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is checked; entries below the minimum length are skipped. */
function stolenPasswords(): Promise<ReadonlySet<string>> {
  stolen ??= readStolenPasswords().catch((error: unknown) => {
    stolen = undefined;
    throw error;
  });
  return stolen;
}

async function readStolenPasswords(): Promise<ReadonlySet<string>> {
  const path = createRequire(import.meta.url).resolve('@zxcvbn-ts/language-common/src/passwords.json');
  const words = z.array(z.string()).parse(JSON.parse(await readFile(path, 'utf8')));
  return new Set(words.filter(({ length }) => length >= PASSWORD_MIN).map((word) => word.toLowerCase()));
}

/** Names can be short; in other texts words of two letters are ignored. */
function buildForbiddenWords({ first_name, last_name, email, company, site }: PasswordOwner): string[] {
  const [local = '', host = ''] = email.split('@');
  const labels = host.split('.').slice(0, -1);
  return [
    plain(email),
    ...wordsIn(`${first_name ?? ''} ${last_name ?? ''}`, 2),
    ...wordsIn([local, ...labels, company ?? '', site.product, site.brand].join(' '), 3),
  ];
}

function wordsIn(text: string, least: number): string[] {
  return plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => [...word].length >= least);
}

function withoutWords(password: string, words: readonly string[]): string {
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((left, word) => left.replaceAll(word, ''), password);
}

/** Without accents and case, because they do not make a name harder to guess. */
function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
