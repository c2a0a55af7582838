import { readImportWaves, startImportWave, stopImportWave } from '@vialkeep/contract/import-afterwards.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { lockImport, requireImport } from '../imports.queries.ts';
import { countInvitations, listWaves, stopWave } from './waves.queries.ts';

export const readImportWavesHandler = handle(readImportWaves, async ({ db, params }) => {
  const { id } = await requireImport(db, params.id);
  const [counts, waves] = await Promise.all([countInvitations(db, id, null), listWaves(db, id)]);
  return { ...counts, waves };
});

export const startImportWaveHandler = handle(startImportWave, async ({ actor, body, params, write }) =>
  write(async (work) => {
    const row = await lockImport(work, params.id);
    if (row.state !== 'applied') throw refuseBy(startImportWave, 'not_applied');
    const running = await work.db
      .selectFrom('import_waves')
      .select('id')
      .where('import_id', '=', row.id)
      .where('state', '=', 'running')
      .executeTakeFirst();
    if (running) throw refuseBy(startImportWave, 'wave_running');
    const { id } = await work.db
      .insertInto('import_waves')
      .values({
        import_id: row.id,
        domain_id: row.domain_id,
        plans: [...body.plans],
        per_hour: body.per_hour,
        created_by: actor.userId,
        ...(body.starts_at === undefined ? {} : { starts_at: body.starts_at }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(work, {
      domainId: row.domain_id,
      action: 'imports.start_wave',
      subject: 'import',
      subjectId: row.id,
      facts: { wave: id, plans: body.plans.map(String), per_hour: body.per_hour },
    });
    return { success: true as const, ...(await countInvitations(work.db, row.id, body.plans)) };
  }),
);

export const stopImportWaveHandler = handle(stopImportWave, async ({ params, write }) =>
  write(async (work) => {
    const row = await lockImport(work, params.id);
    const wave = await stopWave(work, row.id);
    if (wave === null) throw refuseBy(stopImportWave, 'no_wave');
    await audit(work, {
      domainId: row.domain_id,
      action: 'imports.stop_wave',
      subject: 'import',
      subjectId: row.id,
      facts: { wave },
    });
    return { success: true as const };
  }),
);
