import { OperatorId } from '@vialkeep/contract/kernel/ids.ts';
import { addOperator, endOperator, renewOperatorPin } from '@vialkeep/contract/lab-policy.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { hashPassword } from '../../kernel/secrets/passwords.ts';
import { newOneTimePin, newOperatorCode, requireOperator } from './operators.queries.ts';
import { type Lab, requireLab } from './require-lab.ts';

export const addOperatorHandler = handle(addOperator, async ({ access, db, write, body }) => {
  const lab = await requireLab(access, db, body.lab_id);
  const one_time_pin = newOneTimePin();
  const pin_hash = await hashPassword(one_time_pin);
  return write(async (work) => {
    const { id, code } = await work.db
      .insertInto('lab_operators')
      .values({
        domain_id: lab.domainId,
        lab_id: lab.id,
        name: body.name,
        code: newOperatorCode(),
        pin_hash,
        may_sign: body.may_sign,
      })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow();
    await recordChange(work, lab, 'lab_policy.add_operator', id, { may_sign: body.may_sign });
    return { id: OperatorId.parse(id), code, one_time_pin };
  });
});

export const renewOperatorPinHandler = handle(renewOperatorPin, async ({ access, db, write, params }) => {
  const operator = await requireOperator(db, params.id);
  const lab = await requireLab(access, db, operator.lab_id);
  const one_time_pin = newOneTimePin();
  const pin_hash = await hashPassword(one_time_pin);
  return write(async (work) => {
    const changed = await work.db
      .updateTable('lab_operators')
      .set({ pin_hash, pin_is_once: true })
      .where('id', '=', operator.id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw refuseBy(renewOperatorPin, 'operator_ended');
    await endShiftsOf(work, operator.id);
    await recordChange(work, lab, 'lab_policy.new_pin', operator.id);
    return { id: OperatorId.parse(operator.id), code: operator.code, one_time_pin };
  });
});

export const endOperatorHandler = handle(endOperator, async ({ access, db, write, params }) => {
  const operator = await requireOperator(db, params.id);
  const lab = await requireLab(access, db, operator.lab_id);
  return write(async (work) => {
    const ended = await work.db
      .updateTable('lab_operators')
      .set({ ended_at: sql`now()` })
      .where('id', '=', operator.id)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!ended) throw refuseBy(endOperator, 'operator_ended');
    await endShiftsOf(work, operator.id);
    await recordChange(work, lab, 'lab_policy.end_operator', operator.id);
    return { success: true as const };
  });
});

/** A badge whose PIN was replaced, or whose operator has ended, works on no tablet any more. */
async function endShiftsOf(work: Work, operatorId: number): Promise<void> {
  await work.db.deleteFrom('bench_shifts').where('operator_id', '=', operatorId).execute();
}

function recordChange(work: Work, lab: Lab, action: string, operatorId: number, facts: { may_sign?: boolean } = {}) {
  return audit(work, {
    domainId: lab.domainId,
    action,
    subject: 'operator',
    subjectId: operatorId,
    facts: { lab: lab.id, ...facts },
  });
}
