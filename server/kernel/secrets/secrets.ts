import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, for what opens something by itself: tokens and exchange codes. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret. It is random already, so a plain hash cannot be guessed back. */
export function secretHash(secret: string): Buffer {
  return Buffer.from(hash('sha256', secret), 'hex');
}

// Without 0, O, 1, I and L, which people confuse when they type.
const READABLE = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** A one-time password a person can type: 20 of 31 letters, about 99 bits. */
export function newOneTimePassword(): string {
  const letters: string[] = [];
  while (letters.length < 20) {
    for (const byte of randomBytes(32)) {
      // Bytes past the last whole multiple would favour the first letters.
      if (byte < 248 && letters.length < 20) letters.push(READABLE[byte % 31] ?? '');
    }
  }
  return letters.join('').replace(/(.{5})(?=.)/g, '$1-');
}
