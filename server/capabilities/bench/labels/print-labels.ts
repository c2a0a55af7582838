import { Readable } from 'node:stream';
import { type LabelFormat, printLabels } from '@vialkeep/contract/bench.ts';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { sql } from 'kysely';
import { audit } from '../../../kernel/audit/audit.ts';
import type { Work } from '../../../kernel/db/db.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { refuseBy } from '../../../kernel/http/refuse.ts';
import { type Bench, readBench, requireBench } from '../../lab-policy/index.ts';
import { drawRoll, drawSheet } from './draw-pdf.ts';
import { drawZpl } from './draw-zpl.ts';
import type { LabelData } from './label-data.ts';
import { loadLabels } from './labels-of-codes.ts';

/** The print is recorded before the file is drawn: a file that got lost is asked for again, with the reason. */
export const printLabelsHandler = handle(printLabels, async ({ access, db, body, write, noteSubjects }) => {
  const { lab_id, format, start_at = 1 } = body;
  const reading = await readBench(access, db, lab_id);
  const codes = [...new Map(body.codes.map((code) => [formatBenchCode(code), code]))];
  const known = await loadLabels(
    db,
    reading,
    codes.map(([, code]) => code),
  );
  const labels = codes.map(([printed]) => {
    const row = known.get(printed);
    if (!row) throw refuseUnknown(printed);
    return row;
  });
  await write(async (work) => {
    const bench = await requireBench(work, access, lab_id);
    await recordPrint(work, bench, { codes: codes.map(([printed]) => printed), format, reason: body.reason ?? '' });
  });
  noteSubjects([...new Set(labels.map(({ patientId }) => patientId))]);
  return drawLabels(
    labels.map(({ label }) => label),
    format,
    start_at,
  );
});

function refuseUnknown(code: string) {
  return refuseBy(printLabels, 'unknown_code', {
    message: `There is no ${code} at this lab.`,
    fields: ['codes'],
  });
}

type Print = { readonly codes: readonly string[]; readonly format: LabelFormat; readonly reason: string };

/** Two prints of a lab at once wait for each other, so that the second one of a label is asked why. */
async function recordPrint(work: Work, { lab, operator }: Bench, { codes, format, reason }: Print): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('label_prints'), ${lab.id})`.execute(work.db);
  const before = await work.db
    .selectFrom('label_prints')
    .select('id')
    .where('lab_id', '=', lab.id)
    .where(sql<boolean>`codes && ${codes}::text[]`)
    .limit(1)
    .executeTakeFirst();
  if (before && reason === '') throw refuseBy(printLabels, 'reprint_reason', { fields: ['reason'] });
  const { id } = await work.db
    .insertInto('label_prints')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      codes: [...codes],
      format,
      reason: before ? reason : null,
      operator_id: operator?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: lab.domainId,
    action: 'bench.print_labels',
    subject: 'label_print',
    subjectId: id,
    facts: { lab: lab.id, labels: codes.length, format, again: before !== undefined },
  });
}

async function drawLabels(labels: readonly LabelData[], format: LabelFormat, startAt: number) {
  if (format === 'zpl') return fileOf(Buffer.from(drawZpl(labels), 'utf8'), 'text/plain; charset=utf-8', 'labels.zpl');
  const pdf = format === 'sheet' ? await drawSheet(labels, startAt) : await drawRoll(labels);
  return fileOf(pdf, 'application/pdf', `labels-${format}.pdf`);
}

function fileOf(content: Buffer, mediaType: string, fileName: string) {
  return { stream: Readable.from([content]), bytes: content.length, mediaType, fileName };
}
