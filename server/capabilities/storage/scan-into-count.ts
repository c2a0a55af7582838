import { formatBenchCode, parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { parseNamedVial } from '@vialkeep/contract/named-vial.ts';
import { formatCountedText, scanIntoCount } from '@vialkeep/contract/stock-counts.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { actOncePerScan, type Lab } from '../lab-policy/index.ts';
import { codeOfNamedVial, isVialOfLab, listNamedVials } from '../vials/index.ts';
import { listCountLines } from './count-lines.ts';
import { requirePlace } from './places.queries.ts';
import { refusePosition } from './positions.ts';
import { isExpected, lockStockCount, requireStockCount } from './stock-counts.queries.ts';

export const scanIntoCountHandler = handle(scanIntoCount, async (call) => {
  const { db, params, body } = call;
  const { lab_id } = await requireStockCount(db, params.id);
  if (body.lab_id !== undefined && body.lab_id !== lab_id) throw refuse('not_found');
  // The count says which lab it is of; it is part of the body, so that the scan's id stands for this count only.
  const asked = { ...call, body: { ...body, lab_id, count_id: params.id } };
  return actOncePerScan(asked, 'count_vial', async (work, { lab }) => {
    const count = await lockStockCount(work.db, params.id);
    if (count.closed_at) throw refuseBy(scanIntoCount, 'count_closed');
    const box = await requirePlace(work.db, count.box_id);
    const position = body.position ?? null;
    if (position !== null && position > box.capacity) throw refusePosition('no_such_position', 'position');
    const code = await codeOfCounted(work.db, lab, body.text);
    await work.db
      .insertInto('count_lines')
      .values({ domain_id: lab.domainId, lab_id: lab.id, count_id: count.id, code, position, finding: 'scanned' })
      .onConflict((conflict) => conflict.constraint('codes_are_counted_once').doUpdateSet({ position }))
      .execute();
    const lines = await listCountLines(work.db, count, box);
    const judged = lines.find((line) => line.code === code);
    if (!judged) throw new Error(`Count ${count.id} has lost ${code}.`);
    await audit(work, {
      domainId: lab.domainId,
      action: 'bench.count_vial',
      subject: 'stock_count',
      subjectId: count.id,
      facts: { lab: lab.id, finding: judged.finding },
    });
    const { label, finding, recorded, resolution, note } = judged;
    return {
      answer: {
        line: { code, label, finding, recorded, resolution, note },
        scanned: lines.filter((line) => line.finding !== 'missing').length,
        expected: lines.filter((line) => isExpected(line.finding)).length,
      },
      facts: { count: count.id, code, position },
    };
  });
});

/** Our code of the vial of the lab that the text names; what names none is counted as it is. */
async function codeOfCounted(db: Db, lab: Lab, text: string): Promise<string> {
  const named = parseNamedVial(text);
  const within = isVialOfLab(lab.id);
  const vials = named && (await listNamedVials(db, [named], within)).get(0);
  if (named && vials) return codeOfNamedVial(db, named, { within, field: 'text' });
  const parsed = parseBenchCode(text);
  return parsed ? formatBenchCode(parsed) : formatCountedText(text);
}
