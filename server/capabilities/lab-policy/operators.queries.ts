import { randomBytes, randomInt } from 'node:crypto';
import { OperatorId } from '@vialkeep/contract/kernel/ids.ts';
import type { Operator } from '@vialkeep/contract/lab-policy.ts';
import { vialCodeFrom } from '@vialkeep/contract/vial-code.ts';
import type { z } from 'zod';
import type { Db } from '../../kernel/db/db.ts';
import { orNotFound } from '../../kernel/http/refuse.ts';

const CODE_BYTES = 8;
const ONE_TIME_DIGITS = 6;

export const newOperatorCode = () => vialCodeFrom(randomBytes(CODE_BYTES));

export const newOneTimePin = () => String(randomInt(10 ** ONE_TIME_DIGITS)).padStart(ONE_TIME_DIGITS, '0');

/** Everything about operators but the hash of the PIN. */
export function operatorRows(db: Db) {
  return db
    .selectFrom('lab_operators')
    .select(['id', 'domain_id', 'lab_id', 'name', 'code', 'may_sign', 'pin_is_once', 'ended_at']);
}

export async function requireOperator(db: Db, id: number) {
  return orNotFound(await operatorRows(db).where('id', '=', id).executeTakeFirst());
}

type OperatorRow = Awaited<ReturnType<typeof requireOperator>>;

export function presentOperator({
  id,
  name,
  code,
  may_sign,
  pin_is_once,
  ended_at,
}: OperatorRow): z.input<typeof Operator> {
  return { id: OperatorId.parse(id), name, code, may_sign, pin_is_once, ended_at: ended_at?.toISOString() ?? null };
}
