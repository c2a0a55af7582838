import { SignatureMeaning, type SignatureShown } from '@vialkeep/contract/bench-words.ts';
import { SignatureId } from '@vialkeep/contract/kernel/ids.ts';
import { anyOf } from '../../kernel/db/any-of.ts';
import type { Db } from '../../kernel/db/db.ts';

/** The names of operators, also of those who have ended. */
export async function listOperatorNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('lab_operators').select(['id', 'name']).where('id', '=', anyOf(ids)).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Signatures as they are shown wherever the signed record is. */
export async function listSignatures(db: Db, ids: readonly number[]): Promise<Map<number, SignatureShown>> {
  const rows = await db
    .selectFrom('signatures')
    .select(['id', 'printed_name', 'meaning', 'signed_at'])
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(
    rows.map(({ id, printed_name, meaning, signed_at }) => [
      id,
      {
        id: SignatureId.parse(id),
        printed_name,
        meaning: SignatureMeaning.parse(meaning),
        signed_at: signed_at.toISOString(),
      },
    ]),
  );
}
