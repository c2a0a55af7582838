import type { JsonValue } from '@vialkeep/contract/custody.ts';
import { type DeviationSource, openDeviation } from '@vialkeep/contract/deviations.ts';
import type { NamedVial } from '@vialkeep/contract/named-vial.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import { type Lab, requireBench } from '../lab-policy/index.ts';
import { codesOfNamedVials, isVialOfLab, listVialsOfLab } from '../vials/index.ts';
import { loadDeviation } from './deviations.queries.ts';
import { nameCodes } from './name-codes.ts';

export const openDeviationHandler = handle(openDeviation, async ({ access, write, body }) =>
  write(async (work) => {
    const { lab } = await requireBench(work, access, body.lab_id);
    const source = await requireSource(work.db, lab, body.source);
    const { title, text, is_drill: isDrill } = body;
    const id = await createDeviation(work, lab, { title, text, source, isDrill });
    return loadDeviation(work.db, lab, id);
  }),
);

export type NewDeviation = {
  readonly title: string;
  readonly text: string;
  /** Where the trace begins; `arrival` is the tissue of one arrival and the batch made from it. */
  readonly source: Readonly<Record<string, JsonValue>>;
  readonly isDrill?: boolean;
};

/** Opens a deviation of a lab and returns its id. */
export async function createDeviation(
  work: Work,
  lab: Lab,
  { title, text, source, isDrill = false }: NewDeviation,
): Promise<number> {
  const { id } = await work.db
    .insertInto('deviations')
    .values({
      domain_id: lab.domainId,
      lab_id: lab.id,
      title,
      text,
      source: JSON.stringify(source),
      is_drill: isDrill,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: lab.domainId,
    action: 'deviations.open',
    subject: 'deviation',
    subjectId: id,
    facts: { lab: lab.id, is_drill: isDrill },
  });
  return id;
}

/** The source is of this lab; what is of another lab, or of another kind, is 404. One wrong vial refuses all, by name. */
export async function requireSource(db: Db, lab: Lab, source: DeviationSource): Promise<KnownSource> {
  if ('lab_day' in source) return source;
  if ('vials' in source) {
    const vials = await codesOfNamedVials(db, source.vials, { within: isVialOfLab(lab.id), field: 'source' });
    const known = new Set((await listVialsOfLab(db, lab.id, vials)).map(({ code }) => code));
    const unknown = vials.filter((code) => !known.has(code));
    if (unknown.length > 0) {
      throw refuse('not_found', { message: `Not found: ${nameCodes(unknown)}.`, fields: ['source'] });
    }
    return { vials };
  }
  if (!(await isOfLab(db, lab, source))) throw refuse('not_found', { fields: ['source'] });
  return source;
}

type SourceOfOne = Exclude<DeviationSource, { lab_day: string } | { vials: NamedVial[] }>;

/** A source whose vials have our codes. */
type KnownSource = Exclude<DeviationSource, { vials: NamedVial[] }> | { vials: string[] };

async function isOfLab(db: Db, lab: Lab, source: SourceOfOne): Promise<boolean> {
  const [table, id, kind] =
    'batch' in source
      ? (['batches', source.batch, null] as const)
      : 'place' in source
        ? (['places', source.place, null] as const)
        : 'kit_lot' in source
          ? (['lots', source.kit_lot, 'kit'] as const)
          : (['lots', source.reagent_lot, 'reagent'] as const);
  const { rows } = await sql`select from ${sql.table(table)} of_lab where id = ${id} and lab_id = ${lab.id}
    ${kind === null ? sql`` : sql`and kind = ${kind}`}`.execute(db);
  return rows.length > 0;
}
