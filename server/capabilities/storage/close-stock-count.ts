import { type CountResolution, closeStockCount, resolutionsOf } from '@vialkeep/contract/stock-counts.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { lockCustody } from '../custody/index.ts';
import { type Bench, requireBench } from '../lab-policy/index.ts';
import { settleOrders } from '../orders/index.ts';
import { type BenchVial, type FreedOrder, holdVials, listVialsOfLab, placeVial, takeVial } from '../vials/index.ts';
import { type CountRow, type JudgedLine, listCountLines } from './count-lines.ts';
import { lockPlaces, type PlaceRow, requirePlace } from './places.queries.ts';
import { choosePosition } from './positions.ts';
import { loadStockCount, lockStockCount, requireStockCount } from './stock-counts.queries.ts';

type LineDecision = { readonly code: string; readonly as: CountResolution; readonly note: string };
type Decided = { readonly line: JudgedLine; readonly decision: LineDecision | null };

const MOST_NAMED = 5;

export const closeStockCountHandler = handle(closeStockCount, async ({ access, db, write, params, body }) => {
  const { lab_id } = await requireStockCount(db, params.id);
  return write(async (work) => {
    const bench = await requireBench(work, access, lab_id);
    const vials = await listVialsOfLab(
      work.db,
      lab_id,
      body.resolutions.map(({ code }) => code),
    );
    await lockChains(work, vials);
    const count = await lockStockCount(work.db, params.id);
    if (count.closed_at) throw refuseBy(closeStockCount, 'count_closed');
    await lockPlaces(work, [lab_id, ...vials.map(({ boxLabId }) => boxLabId)]);
    const box = await requirePlace(work.db, count.box_id);
    const decided = decideLines(await listCountLines(work.db, count, box), body.resolutions);
    // The positions of missing vials are free for those that were found there.
    await markMissing(work, bench, decided);
    await moveVials(work, bench, box, decided);
    await keepLines(work, count, decided);
    const closed = await work.db
      .updateTable('stock_counts')
      .set({ closed_at: sql`now()` })
      .where('id', '=', count.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(work, {
      domainId: count.domain_id,
      action: 'bench.close_count',
      subject: 'stock_count',
      subjectId: count.id,
      facts: { lab: lab_id, box: box.id, differences: decided.filter(({ decision }) => decision).length },
    });
    return loadStockCount(work.db, closed);
  });
});

/** Locks the chains of these vials' patients, in ascending order. */
async function lockChains(work: Work, vials: readonly BenchVial[]): Promise<void> {
  const patients = new Map(vials.map(({ patientId, domainId }) => [patientId, domainId]));
  for (const [id, domainId] of [...patients].toSorted(([one], [other]) => one - other)) {
    await lockCustody(work, { id, domainId });
  }
}

/** Each line with its decision. Every difference has one that fits it, and nothing else has one. */
function decideLines(lines: readonly JudgedLine[], decisions: readonly LineDecision[]): Decided[] {
  const byCode = new Map(decisions.map((decision) => [decision.code, decision]));
  const open = lines.filter(({ code, finding }) => finding !== 'right' && !byCode.has(code)).map(({ code }) => code);
  if (open.length > 0) {
    const named = `${open.slice(0, MOST_NAMED).join(', ')}${open.length > MOST_NAMED ? ' …' : '.'}`;
    throw refuseBy(closeStockCount, 'unresolved', {
      message: `Say what becomes of ${named}`,
      fields: ['resolutions'],
    });
  }
  const findings = new Map(lines.map(({ code, finding }) => [code, finding]));
  for (const { code, as } of decisions) {
    const finding = findings.get(code);
    if (finding && resolutionsOf[finding].includes(as)) continue;
    const message = finding ? `This cannot be done with ${code}.` : `${code} is not in this count.`;
    throw refuseBy(closeStockCount, 'wrong_resolution', { message, fields: ['resolutions'] });
  }
  return lines.map((line) => ({ line, decision: byCode.get(line.code) ?? null }));
}

/** Puts vials where they were found. Those of this box leave their positions first: two may have been swapped. */
async function moveVials(work: Work, bench: Bench, box: PlaceRow, decided: readonly Decided[]): Promise<void> {
  const moved = decided.flatMap(({ line, decision }) =>
    decision?.as === 'move_here' && line.vial ? [{ vial: line.vial, position: line.position }] : [],
  );
  for (const { vial } of moved) {
    if (vial.boxId === box.id) await takeOut(work, bench, vial);
  }
  // Vials with a named position come before those that take any free one.
  for (const { vial, position } of moved.toSorted((one, other) => rank(one.position) - rank(other.position))) {
    const to = { box: box.id, position: await choosePosition(work.db, box, position ?? undefined) };
    await placeVial(work, patientOf(vial), { codes: [vial.code], to, by: byOperator(bench) });
  }
}

function rank(position: number | null): number {
  return position === null ? 1 : 0;
}

async function takeOut(work: Work, bench: Bench, vial: BenchVial): Promise<void> {
  if (vial.boxId === null || vial.position === null) return;
  const from = { box: vial.boxId, position: vial.position };
  await takeVial(work, patientOf(vial), { codes: [vial.code], from, by: byOperator(bench) });
}

/** A missing vial has no position, is in quarantine and leaves its order, which gets the next one or waits. */
async function markMissing(work: Work, bench: Bench, decided: readonly Decided[]): Promise<void> {
  const lost: FreedOrder[] = [];
  for (const { line, decision } of decided) {
    if (decision?.as !== 'mark_missing' || !line.vial) continue;
    await takeOut(work, bench, line.vial);
    const { freed } = await holdVials(work, patientOf(line.vial), {
      codes: [line.code],
      reason: 'missing',
      by: byOperator(bench),
    });
    lost.push(...freed);
  }
  // After all are held, so that no order gets a vial that is missing too.
  await settleOrders(work, lost);
}

async function keepLines(work: Work, count: CountRow, decided: readonly Decided[]): Promise<void> {
  for (const { line, decision } of decided) {
    const kept = {
      position: line.position,
      finding: line.finding,
      resolution: decision?.as ?? null,
      note: decision?.note ?? '',
    };
    await work.db
      .insertInto('count_lines')
      .values({ domain_id: count.domain_id, lab_id: count.lab_id, count_id: count.id, code: line.code, ...kept })
      .onConflict((conflict) => conflict.constraint('codes_are_counted_once').doUpdateSet(kept))
      .execute();
  }
}

function patientOf({ patientId, domainId }: BenchVial) {
  return { id: patientId, domainId };
}

function byOperator({ operator }: Bench) {
  return { operatorId: operator?.id ?? null, actionId: null };
}
