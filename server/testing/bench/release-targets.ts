import type { World } from '../world.ts';

export const releaseThings = ['deviation'] as const;
export type ReleaseThing = (typeof releaseThings)[number];

/** An open deviation of a lab. */
export async function addReleaseRecords(world: World, labId: number): Promise<Record<ReleaseThing, number>> {
  const [row] = await world.sql<{ id: number }>(
    `insert into deviations (domain_id, lab_id, title, text, source)
     select domain_id, id, 'Of the matrix', '', '{"lab_day": "2026-01-05"}' from users where id = $1 returning id`,
    [labId],
  );
  return { deviation: row?.id ?? 0 };
}
