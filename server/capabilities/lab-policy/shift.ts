import { beginShift, endShift } from '@vialkeep/contract/lab-policy.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { hashPassword, passwordMatches } from '../../kernel/secrets/passwords.ts';
import { sessionOf } from '../../kernel/session/actor.ts';
import { checkSecret } from './check-pin.ts';
import { readBenchSettings } from './lab-settings.queries.ts';
import { presentOperator } from './operators.queries.ts';
import { requireLab } from './require-lab.ts';

export const beginShiftHandler = handle(beginShift, async ({ access, actor, db, write, body, services }) => {
  const lab = await requireLab(access, db, body.lab_id);
  const settings = await readBenchSettings(db, lab.id);
  if (!settings.bench_on) throw refuseBy(beginShift, 'bench_off');
  const operator = await db
    .selectFrom('lab_operators')
    .selectAll()
    .where('lab_id', '=', lab.id)
    .where('code', '=', body.operator_code)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const wrong = () => refuseBy(beginShift, 'wrong_pin', { fields: ['pin'] });
  if (!operator) {
    // Takes as long as for a badge that exists.
    await passwordMatches(null, body.pin);
    throw wrong();
  }
  const about = { subject: 'operator' as const, id: operator.id, domainId: lab.domainId };
  if (!(await checkSecret({ services, write, about }, operator.pin_hash, body.pin))) throw wrong();
  // An administrator who replaced the PIN, whether acting or naming the lab, would be this operator from then on.
  const isAtLab = actor.plan === Plan.lab && !actor.acting;
  if (operator.pin_is_once && !isAtLab) throw refuseBy(beginShift, 'not_your_pin', { fields: ['new_pin'] });
  if (operator.pin_is_once && body.new_pin === undefined) {
    throw refuseBy(beginShift, 'new_pin_required', { fields: ['new_pin'] });
  }
  if (operator.pin_is_once && body.new_pin === body.pin)
    throw refuseBy(beginShift, 'same_pin', { fields: ['new_pin'] });
  const ownPin = operator.pin_is_once && body.new_pin !== undefined ? await hashPassword(body.new_pin) : null;
  return write(async (work) => {
    // The hash is compared again: a PIN that was replaced meanwhile opens no shift.
    const current = await work.db
      .updateTable('lab_operators')
      .set(ownPin === null ? { pin_is_once: operator.pin_is_once } : { pin_hash: ownPin, pin_is_once: false })
      .where('id', '=', operator.id)
      .where('pin_hash', '=', operator.pin_hash)
      .where('ended_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!current) throw wrong();
    const until = sql<Date>`now() + make_interval(mins => ${settings.shift_minutes})`;
    const shift = await work.db
      .insertInto('bench_shifts')
      .values({
        domain_id: lab.domainId,
        lab_id: lab.id,
        session_id: sessionOf(actor),
        operator_id: operator.id,
        until,
      })
      .onConflict((conflict) =>
        conflict.constraint('one_shift_of_a_session').doUpdateSet({ operator_id: operator.id, until }),
      )
      .returning('until')
      .executeTakeFirstOrThrow();
    await audit(work, {
      domainId: lab.domainId,
      action: 'bench.begin_shift',
      subject: 'operator',
      subjectId: operator.id,
      facts: { lab: lab.id, new_pin: ownPin !== null },
    });
    const { id, name, code, may_sign } = presentOperator(operator);
    return { operator: { id, name, code, may_sign }, until: shift.until.toISOString() };
  });
});

export const endShiftHandler = handle(endShift, async ({ access, actor, db, write, query }) => {
  const lab = await requireLab(access, db, query.lab_id);
  return write(async (work) => {
    const ended = await work.db
      .deleteFrom('bench_shifts')
      .where('session_id', '=', sessionOf(actor))
      .where('lab_id', '=', lab.id)
      .returning('operator_id')
      .executeTakeFirst();
    await audit(work, {
      domainId: lab.domainId,
      action: 'bench.end_shift',
      subject: 'operator',
      subjectId: ended?.operator_id ?? 0,
      facts: { lab: lab.id },
    });
    return { success: true as const };
  });
});
