import type { Db } from '../../kernel/db/db.ts';
import { OWN_CLOCK } from '../../ports/timestamps.ts';
import { SEAL } from './record-stamp.ts';

/** A stamp of a sealed file. That of an outside authority goes first, because it does not depend on the server's clock. */
export async function findStampOfFile(db: Db, sha256: string) {
  const stamps = await db
    .selectFrom('time_stamps')
    .select(['by', 'at', 'token'])
    .where('of', '=', SEAL)
    .where('ref', '=', sha256)
    .orderBy('at')
    .execute();
  const stamp = stamps.find(({ by }) => by !== OWN_CLOCK) ?? stamps[0];
  return stamp ? { ...stamp, isOwn: stamp.by === OWN_CLOCK } : null;
}
