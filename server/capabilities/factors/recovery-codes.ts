import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Work } from '../../kernel/db/db.ts';

const CODES = 10;
const LETTERS = 10;
/** Without letters and digits that look alike on paper. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

type CodeOwner = { readonly id: number; readonly domain_id: number };

/** Makes ten codes, which are shown once; older ones become invalid. */
export async function replaceRecoveryCodes(work: Work, account: CodeOwner): Promise<string[]> {
  await deleteRecoveryCodes(work, account.id);
  const codes = Array.from({ length: CODES }, newCode);
  await work.db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        domain_id: account.domain_id,
        user_id: account.id,
        code_hmac: hmacOf(work, account.id, code),
      })),
    )
    .execute();
  return codes;
}

export async function deleteRecoveryCodes({ db }: Work, userId: number): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** Uses a code up and returns when it was made; null where it is wrong or used. The guarded UPDATE has one winner. */
export async function spendRecoveryCode(work: Work, userId: number, code: string): Promise<Date | null> {
  const spent = await work.db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hmac', '=', hmacOf(work, userId, code))
    .where('used_at', 'is', null)
    .returning('created_at')
    .executeTakeFirst();
  return spent?.created_at ?? null;
}

function newCode(): string {
  const letters = Array.from({ length: LETTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, LETTERS / 2)}-${letters.slice(LETTERS / 2)}`;
}

function hmacOf({ dataKey }: Work, userId: number, code: string): Buffer {
  return dataKey.hmac(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''), `recovery code ${userId}`);
}
