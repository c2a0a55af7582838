import { randomUUID } from 'node:crypto';
import { type ReadingKind, readingKinds } from '@vialkeep/contract/kernel/reads.ts';
import { appendRows } from '../kernel/access/write-batch.ts';
import type { Services } from '../kernel/services.ts';
import { DEMO_VISIT_REASON } from './finished-visit.ts';

type DemoOpening = { by: string; what: ReadingKind; daysAgo: number; at: string; actor?: string; reason?: string };

/** Who looked at patient@ in the last month; `actor` worked in the account of `by`. */
const demoOpenings: readonly DemoOpening[] = [
  { by: 'hc', what: 'record', daysAgo: 1, at: '14:02' },
  { by: 'hc', what: 'vials', daysAgo: 1, at: '14:03' },
  { by: 'lab', what: 'record', daysAgo: 2, at: '08:41' },
  { by: 'lab', what: 'custody', daysAgo: 2, at: '08:44' },
  { by: 'hc', what: 'document list', daysAgo: 5, at: '10:15' },
  { by: 'hc', what: 'document file', daysAgo: 5, at: '10:16' },
  { by: 'hc', actor: 'staff', what: 'record', daysAgo: 8, at: '16:20' },
  { by: 'lab', what: 'record', daysAgo: 12, at: '09:05' },
  {
    by: 'hc',
    actor: 'admin',
    what: 'profile',
    daysAgo: 15,
    at: '11:30',
    reason: DEMO_VISIT_REASON,
  },
  { by: 'admin', what: 'profile', daysAgo: 19, at: '13:12' },
  { by: 'hc', what: 'transaction', daysAgo: 22, at: '15:48' },
  { by: 'lab', what: 'vials', daysAgo: 26, at: '07:55' },
  { by: 'hc', what: 'label', daysAgo: 29, at: '12:01' },
];

/** Adds a month of openings, in batches of one month each as the server writes them. */
export async function addOpenings({ store, domains }: Services): Promise<void> {
  const { id: domainId } = await domains.main();
  const people = await store
    .read('platform')
    .selectFrom('users')
    .select(['id', 'email'])
    .where('domain_id', '=', domainId)
    .execute();
  const idOf = (key: string) => people.find(({ email }) => email === `${key}@vialkeep.test`)?.id ?? 0;
  const rows = demoOpenings
    .map(({ by, actor, what, daysAgo, at, reason }) => ({
      at: `${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)}T${at}:00.000Z`,
      domain_id: domainId,
      subject_id: idOf('patient'),
      actor_id: idOf(actor ?? by),
      user_id: idOf(by),
      session_id: 0,
      what: readingKinds.indexOf(what),
      object: '',
      seen: null,
      reason: reason ?? null,
    }))
    .toSorted((one, other) => one.at.localeCompare(other.at));
  const writer = randomUUID();
  let number = 0;
  for (const ofMonth of Map.groupBy(rows, ({ at }) => at.slice(0, 7)).values()) {
    number += 1;
    await appendRows({ store, writer }, number, ofMonth);
  }
}
