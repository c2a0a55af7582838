import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { hashPassword } from '../../kernel/secrets/passwords.ts';
import type { Services } from '../../kernel/services.ts';
import { actorlessContext } from '../../kernel/session/actor.ts';

const LAB = 'lab2@vialkeep.test';

/** The people of the demo lab, whose PINs the documents name. */
const OPERATORS = [
  { name: 'Nora Lindqvist', may_sign: true, pin: '246810', code: vialCodeFrom(Buffer.from('noralind')) },
  { name: 'Jonas Weir', may_sign: false, pin: '135790', code: vialCodeFrom(Buffer.from('jonaswei')) },
] as const;

/** One lab works by scan: its bench is on, and its operators need no first change of their PINs. */
export async function addBench({ store }: Services): Promise<void> {
  const lab = await store
    .read('platform')
    .selectFrom('users')
    .select(['id', 'domain_id'])
    .where('email', '=', LAB)
    .executeTakeFirstOrThrow();
  const ofLab = { lab_id: lab.id, domain_id: lab.domain_id };
  const operators = await Promise.all(
    OPERATORS.map(async ({ pin, ...operator }) => ({
      ...ofLab,
      ...operator,
      pin_hash: await hashPassword(pin),
      pin_is_once: false,
    })),
  );
  await store.write(lab.domain_id, actorlessContext('demo-bench'), async (work) => {
    await work.db
      .insertInto('lab_settings')
      .values({
        ...ofLab,
        bench_on: true,
        release_policy: 'signed',
        reserve_on_order: true,
        short_orders: 'refuse',
        version: 1,
      })
      .execute();
    await work.db.insertInto('lab_operators').values(operators).execute();
    await audit(work, {
      domainId: lab.domain_id,
      action: 'lab_policy.set',
      subject: 'lab_settings',
      subjectId: lab.id,
    });
  });
}
