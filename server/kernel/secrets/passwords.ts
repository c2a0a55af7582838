import { hash, verify } from '@node-rs/argon2';

// The OWASP recommendation for argon2id; the algorithm is the library's default.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The rate limit of every call in which a session proves the current password. */
export const PASSWORD_TRIES = { bucket: 'change-password', most: 10, minutes: 15 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

let decoyHash: Promise<string> | undefined;

/** Takes equally long for an account that does not exist, so that the time reveals nothing. */
export async function passwordMatches(kept: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword('an account that does not exist');
  const matches = await verify(kept ?? (await decoyHash), password);
  return kept !== null && matches;
}
