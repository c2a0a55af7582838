import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, for secrets that grant access by themselves: tokens and exchange codes. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret. The secret is random, so a plain hash cannot be reversed by guessing. */
export function secretHash(secret: string): Buffer {
  return Buffer.from(hash('sha256', secret), 'hex');
}

// Without 0, O, 1, I and L, which users confuse.
const READABLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A one-time password that a user can type: 20 of 31 letters, about 99 bits. */
export function newOneTimePassword(): string {
  const letters: string[] = [];
  while (letters.length < 20) {
    for (const byte of randomBytes(32)) {
      // Bytes beyond the last whole multiple would favour the first letters.
      if (byte < 248 && letters.length < 20) letters.push(READABLE[byte % 31] ?? '');
    }
  }
  return letters.join('').replace(/(.{5})(?=.)/g, '$1-');
}
