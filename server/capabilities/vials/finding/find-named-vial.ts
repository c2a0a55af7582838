import { type NamedVial, NOT_A_VIAL } from '@vialkeep/contract/named-vial.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../kernel/db/db.ts';
import { refuse } from '../../../kernel/http/refuse.ts';

type Within = {
  /** Whose vials are looked at, as a condition on `vials`. */
  readonly within: RawBuilder<boolean>;
  /** The field of the request that named them. */
  readonly field: string;
};

/**
 * The codes of vials that were typed or scanned, by our codes or by those that another system had printed on them, each
 * once. A text that names two vials is refused in words, and so is one that names none and has not the form of our codes.
 * One of that form that names none stays as it is, and is then refused as not found.
 */
export async function codesOfNamedVials(
  db: Db,
  names: readonly NamedVial[],
  { within, field }: Within,
): Promise<string[]> {
  const found = await listNamedVials(db, names, within);
  const codes = names.map(({ code, oldCode }, n) => {
    const [one, other] = found.get(n) ?? [];
    if (one !== undefined && other !== undefined) {
      const message = `${oldCode} is on two vials: ${one} and ${other}. Scan the new code of the one that is meant.`;
      throw refuse('invalid_input', { message, fields: [field] });
    }
    const known = one ?? code;
    if (known === null) throw refuse('invalid_input', { message: notAVialHere(oldCode), fields: [field] });
    return known;
  });
  return [...new Set(codes)];
}

export async function codeOfNamedVial(db: Db, named: NamedVial, where: Within): Promise<string> {
  const [code] = await codesOfNamedVials(db, [named], where);
  if (code === undefined) throw new Error('A named vial has no code.');
  return code;
}

/** The same for a code of nothing and for one of another lab's vial. */
function notAVialHere(oldCode: string): string {
  return `${NOT_A_VIAL} No vial here has ${oldCode} printed on it.`;
}

/** The codes of the vials that each name may mean: one, or none, or several. */
export async function listNamedVials(
  db: Db,
  names: readonly NamedVial[],
  within: RawBuilder<boolean>,
): Promise<Map<number, string[]>> {
  const asked = names.map(({ code, oldCode }, n) => ({ n, code, old_code: oldCode }));
  const { rows } = await sql<{ n: number; code: string }>`
    with asked as (select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      asked (n integer, code text, old_code text))
    select asked.n, vials.code from asked join vials on vials.code = asked.code where ${within}
    union
    select asked.n, vials.code from asked
      join domains on true
      join vial_aliases on vial_aliases.domain_id = domains.id and vial_aliases.alias = asked.old_code
      join vials on vials.id = vial_aliases.vial_id
    where ${within}
    order by 1, 2`.execute(db);
  const found = Map.groupBy(rows, ({ n }) => n);
  return new Map([...found].map(([n, some]) => [n, some.map(({ code }) => code)] as const));
}
