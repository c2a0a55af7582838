import { type ImportWave, WaveState } from '@vialkeep/contract/import-afterwards.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Work } from '../../../kernel/db/db.ts';

/** The imported people who can be invited: active, never logged in, with an address, and not invited yet. */
export function invitable(importId: number) {
  return sql`import_rows row join users on users.id = row.target_id
    where row.import_id = ${importId} and row.kind = 'people' and row.state = 'applied'
      and users.is_active and users.removed_at is null and users.last_login is null
      and users.email not like '%.invalid'
      and not exists (select from wave_invitations invited where invited.user_id = users.id)`;
}

export type WaveCounts = { readonly invited: number; readonly waiting: number; readonly refused: number };

/** Of the whole import. `waiting` are those whom the running wave invites, or who could be invited. */
export async function countInvitations(db: Db, importId: number, plans: readonly number[] | null): Promise<WaveCounts> {
  const { rows } = await sql<WaveCounts>`
    select (select count(*)::integer from ${invitable(importId)}
        and (${plans === null} or users.plan_id = any (${plans ?? []}::smallint[]))) as waiting,
      count(invited.user_id)::integer as invited,
      count(letters.refused_at)::integer as refused
    from import_waves wave left join wave_invitations invited on invited.wave_id = wave.id
      left join letters on letters.id = invited.letter_id
    where wave.import_id = ${importId}`.execute(db);
  return rows[0] ?? { invited: 0, waiting: 0, refused: 0 };
}

export async function listWaves(db: Db, importId: number): Promise<z.input<typeof ImportWave>[]> {
  const waves = await db
    .selectFrom('import_waves as wave')
    .select(['wave.id', 'wave.state', 'wave.plans', 'wave.per_hour', 'wave.starts_at', 'wave.invited'])
    .select(
      sql<number>`(select count(letters.refused_at)::integer from wave_invitations sent
        join letters on letters.id = sent.letter_id where sent.wave_id = wave.id)`.as('refused'),
    )
    .where('wave.import_id', '=', importId)
    .orderBy('wave.id', 'desc')
    .execute();
  return Promise.all(
    waves.map(async ({ starts_at, plans, ...wave }) => {
      const isRunning = wave.state === 'running';
      const { waiting } = isRunning ? await countInvitations(db, importId, plans) : { waiting: 0 };
      return {
        ...wave,
        // @NOTE the plans of a wave were written from the list of plans.
        plans: plans as z.input<typeof ImportWave>['plans'],
        state: WaveState.parse(isRunning && starts_at > new Date() ? 'waiting' : wave.state),
        starts_at: starts_at.toISOString(),
        waiting,
      };
    }),
  );
}

/** Stops the running wave of an import; its id, where there was one. */
export async function stopWave(work: Work, importId: number): Promise<number | null> {
  const stopped = await work.db
    .updateTable('import_waves')
    .set({ state: 'stopped' })
    .where('import_id', '=', importId)
    .where('state', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return stopped?.id ?? null;
}
