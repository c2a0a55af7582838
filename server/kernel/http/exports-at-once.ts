import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import type { ExportConnection } from '../db/export-connection.ts';
import { refuse } from './refuse.ts';

/**
 * An export is the most expensive call, so a user can run two at a time (T66). Each holds one of these classes of
 * advisory locks, which count for all server processes and which PostgreSQL releases with the connection.
 */
const SLOTS = [0x66696c31, 0x66696c32];
export const EXPORTS_AT_ONCE = SLOTS.length;
const RETRY_AFTER_SECONDS = 10;

/** Takes an export slot of the user until the connection is closed; refuses the third at a time. */
export async function requireExportSlot(connection: ExportConnection, userId: UserId): Promise<void> {
  for (const slot of SLOTS) if (await connection.tryLock(slot, userId)) return;
  throw tooManyExports();
}

export function tooManyExports() {
  return refuse('too_many_requests', {
    message: 'Two of your files are still being made. Please try again when one has arrived.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
