import { voidKit } from '@vialkeep/contract/kits.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound, refuse, refuseBy } from '../../../kernel/http/refuse.ts';
import { requireBench } from '../../lab-policy/index.ts';
import { listKitsById, presentKit } from './kits.queries.ts';

export const voidKitHandler = handle(voidKit, async ({ access, write, params, body }) =>
  write(async (work) => {
    const kit = orNotFound(
      await work.db
        .selectFrom('kits')
        .select(['id', 'lab_id', 'state'])
        .where('id', '=', params.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    if (body.lab_id !== undefined && body.lab_id !== kit.lab_id) throw refuse('not_found');
    const { lab } = await requireBench(work, access, kit.lab_id);
    if (kit.state === 'void') throw refuseBy(voidKit, 'kit_state', { message: 'This kit is void already.' });
    await work.db.updateTable('kits').set({ state: 'void', reason: body.reason }).where('id', '=', kit.id).execute();
    await audit(work, {
      domainId: lab.domainId,
      action: 'intake.void_kit',
      subject: 'kit',
      subjectId: kit.id,
      facts: { lab: lab.id, state_before: kit.state },
    });
    const [row] = await listKitsById(work.db, lab.id, [kit.id]);
    return presentKit(orNotFound(row));
  }),
);
