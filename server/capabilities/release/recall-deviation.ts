import { StoredSource } from '@vialkeep/contract/deviations.ts';
import { recallDeviation } from '@vialkeep/contract/release.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { lockCustodyOfMany } from '../custody/index.ts';
import {
  concernedClinics,
  listPatientsOf,
  lockDeviation,
  markRecalled,
  recordTouchedVials,
  requireDeviation,
  type TracedIds,
  traceIds,
} from '../deviations/index.ts';
import { holdLots } from '../intake/index.ts';
import { type Bench, type Lab, requireBench } from '../lab-policy/index.ts';
import { settleOrders } from '../orders/index.ts';
import { holdManyVials } from '../vials/index.ts';
import { sendDrillEmails, sendRecallEmails } from './recall-emails.ts';

export const recallDeviationHandler = handle(recallDeviation, async ({ access, db, write, params, body, services }) => {
  const { deviation, bench: seen } = await requireDeviation(access, db, params.id, body.lab_id);
  const source = StoredSource.parse(deviation.source);
  return write(async (work) => {
    const bench = await requireBench(work, access, seen.lab.id);
    const { lab } = bench;
    const { traced, state } = await lockTraced(work, lab, { ...deviation, source });
    if (state !== 'open') throw refuseBy(recallDeviation, 'deviation_closed');
    const quarantined =
      body.quarantine && !deviation.is_drill ? await holdTraced(work, bench, deviation.id, traced) : 0;
    if (body.quarantine && !deviation.is_drill) await markRecalled(work, deviation.id);
    if (!deviation.is_drill) await recordTouchedVials(work, lab, deviation.id, traced.vials);
    const counts = await countTraced(work.db, traced);
    const recalled = { deviationId: deviation.id, traced, ...counts };
    const send = deviation.is_drill ? sendDrillEmails : sendRecallEmails;
    const letters = body.notify ? await send(work, services, lab, recalled) : 0;
    await audit(work, {
      domainId: lab.domainId,
      action: deviation.is_drill ? 'release.drill' : 'release.recall',
      subject: 'deviation',
      subjectId: deviation.id,
      facts: { lab: lab.id, ...counts, quarantined, letters },
    });
    return { ...counts, quarantined, letters };
  });
});

type Source = { readonly id: number; readonly is_drill: boolean; readonly source: StoredSource };

/**
 * What a deviation touches, under the locks of all its patients' chains and of its row. The trace is repeated under the
 * locks: vials may have been made meanwhile, also of a patient who had none. Vials that are made after it wait for the
 * row, and are held when they see that it was recalled. A drill locks no chain.
 */
async function lockTraced(work: Work, lab: Lab, { id, is_drill, source }: Source) {
  const trace = () => traceIds(work.db, lab, source);
  const before = is_drill ? [] : await listPatientsOf(work.db, (await trace()).vials);
  await lockCustodyOfMany(work, before);
  const { state } = await lockDeviation(work.db, lab, id);
  const traced = await trace();
  if (is_drill) return { traced, state };
  const locked = new Set(before);
  const later = (await listPatientsOf(work.db, traced.vials)).filter((patient) => !locked.has(patient));
  if (later.length === 0) return { traced, state };
  // A deadlock with a call that has one of these chains and waits for the row is resolved by running one of both again.
  await lockCustodyOfMany(work, later);
  return { traced: await trace(), state };
}

/** Holds the lot and every vial that is still in store. */
async function holdTraced(work: Work, bench: Bench, deviationId: number, traced: TracedIds): Promise<number> {
  const { held, freed } = await holdManyVials(work, {
    ids: traced.vials,
    reason: 'deviation',
    deviationId,
    by: { operatorId: bench.operator?.id ?? null, actionId: null },
  });
  await settleOrders(work, freed);
  await holdLots(work, bench.lab, traced.lots, deviationId);
  return held;
}

async function countTraced(db: Db, traced: TracedIds) {
  const { rows } = await sql<{ vials: number; shipped: number; clinics: number }>`
    select count(*)::integer as vials, (count(*) filter (where state = 'shipped'))::integer as shipped,
      (select count(distinct clinic_id)::integer from ${concernedClinics(traced)}) as clinics
    from vials where id = any(${traced.vials}::integer[])`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The recall was not counted.');
  return counts;
}
