import { correctLot } from '@vialkeep/contract/kits.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { orNotFound } from '../../../kernel/http/refuse.ts';
import { requireBench } from '../../lab-policy/index.ts';
import { presentLot, requireLot } from './lots.queries.ts';

/** Corrects the last day of a lot. A call that is repeated finds the day as it is and changes nothing. */
export const correctLotHandler = handle(correctLot, async ({ access, write, params, body }) =>
  write(async (work) => {
    const { lab, operator } = await requireBench(work, access, body.lab_id);
    const { expires_on: expires_on_before } = orNotFound(
      await work.db
        .selectFrom('lots')
        .select('expires_on')
        .where('id', '=', params.id)
        .where('lab_id', '=', lab.id)
        .forUpdate()
        .executeTakeFirst(),
    );
    const { expires_on, reason } = body;
    if (expires_on !== expires_on_before) {
      await work.db.updateTable('lots').set({ expires_on }).where('id', '=', params.id).execute();
      await work.db
        .insertInto('lot_corrections')
        .values({
          domain_id: lab.domainId,
          lab_id: lab.id,
          lot_id: params.id,
          expires_on_before,
          expires_on,
          reason,
          operator_id: operator?.id ?? null,
        })
        .execute();
    }
    await audit(work, {
      domainId: lab.domainId,
      action: 'intake.correct_lot',
      subject: 'lot',
      subjectId: params.id,
      facts: { lab: lab.id, expires_on_before, expires_on, operator: operator?.id ?? null },
    });
    return presentLot(await requireLot(work.db, lab, params.id));
  }),
);
