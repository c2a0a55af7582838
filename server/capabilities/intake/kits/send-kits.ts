import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { sendKits } from '@vialkeep/contract/kits.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { anyOf } from '../../../kernel/db/any-of.ts';
import type { Db, Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../../kernel/http/refuse.ts';
import type { Actor } from '../../../kernel/session/actor.ts';
import { actOncePerScan, type Lab } from '../../lab-policy/index.ts';
import { loadAccount } from '../../network/index.ts';
import { listKitsById, lockKits, presentKit } from './kits.queries.ts';

/** One wrong code refuses the whole call, and so does a kit of a lot that is held or has expired. */
export const sendKitsHandler = handle(sendKits, async (call) => {
  const { actor, body } = call;
  return actOncePerScan(call, 'send_kits', async (work, { lab }) => {
    const center = await requireClinic(work.db, actor, lab, body.center_id);
    const kits = await lockKits(work.db, lab.id, body.codes);
    const known = new Set(kits.map(({ code }) => code));
    const unknown = body.codes.filter((code) => !known.has(code));
    if (unknown.length > 0)
      throw refuse('not_found', { message: `Not found: ${nameKits(unknown)}.`, fields: ['codes'] });
    const refuseKits = (reason: 'kit_state' | 'kit_held' | 'kit_expired', words: string, bad: typeof kits) => {
      if (bad.length === 0) return;
      const message = `${words}: ${nameKits(bad.map(({ code }) => code))}.`;
      throw refuseBy(sendKits, reason, { message, fields: ['codes'] });
    };
    refuseKits(
      'kit_state',
      'Not in stock',
      kits.filter(({ state }) => state !== 'in_stock'),
    );
    refuseKits(
      'kit_held',
      'Their lot is held',
      kits.filter(({ held_by }) => held_by !== null),
    );
    refuseKits(
      'kit_expired',
      'Expired',
      kits.filter(({ is_expired }) => is_expired),
    );
    const ids = kits.map(({ id }) => id);
    await markKitsSent(work, lab, kits, center);
    const answer = { kits: (await listKitsById(work.db, lab.id, ids)).map(presentKit) };
    return { answer, facts: { kits: ids, center } };
  });
});

/** Marks kits that are in stock as sent to a clinic. */
export async function markKitsSent(
  work: Work,
  lab: Lab,
  kits: readonly { readonly id: number; readonly code: string }[],
  centerId: number,
  sentAt: Date = new Date(),
): Promise<void> {
  const ids = kits.map(({ id }) => id);
  await work.db
    .updateTable('kits')
    .set({ state: 'sent', center_id: centerId, sent_at: sentAt })
    .where('id', '=', anyOf(ids))
    .execute();
  await audit(work, {
    domainId: lab.domainId,
    action: 'intake.send_kits',
    subject: 'user',
    subjectId: centerId,
    facts: { lab: lab.id, codes: kits.map(({ code }) => code) },
  });
}

/** A clinic of the lab's site that the caller sees. */
async function requireClinic(db: Db, actor: Actor, lab: Lab, id: number): Promise<number> {
  const account = await loadAccount(db, actor, id);
  const isClinic = account.plan_id === Plan.harvestCenter || account.plan_id === Plan.referralCenter;
  if (!isClinic || !account.is_visible || account.domain_id !== lab.domainId) throw refuse('not_found');
  return account.id;
}

const MOST_NAMED = 5;

function nameKits(codes: readonly string[]): string {
  const named = codes.slice(0, MOST_NAMED).map((code) => formatBenchCode({ kind: 'kit', code }));
  return `${named.join(', ')}${codes.length > MOST_NAMED ? ' …' : ''}`;
}
