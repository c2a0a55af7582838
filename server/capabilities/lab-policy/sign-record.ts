import type { SignatureInput, SignatureMeaning, SignatureShown } from '@vialkeep/contract/bench-words.ts';
import type { JsonValue } from '@vialkeep/contract/custody.ts';
import { SignatureId } from '@vialkeep/contract/kernel/ids.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { refuse } from '../../kernel/http/refuse.ts';
import type { Access } from '../../kernel/policy/access.ts';
import type { Services } from '../../kernel/services.ts';
import { sha256OfRecord } from './canonical-json.ts';
import { checkSecret } from './check-pin.ts';
import { hasOperators, readBench } from './require-bench.ts';
import { type Lab, refuseAtBench } from './require-lab.ts';

/** A person who has just proved who they are, and may sign for this lab. */
export type Signer = {
  readonly lab: Lab;
  readonly userId: number;
  readonly operatorId: number | null;
  readonly printedName: string;
};

type SigningCall = {
  readonly access: Access;
  readonly db: Db;
  readonly services: Services;
  readonly write: <T>(task: (work: Work) => Promise<T>) => Promise<T>;
};

/**
 * Checks the PIN of the shift's operator, or the password of the account in a lab without operators and of an
 * administrator. Call it before the transaction that signs: the comparison is slow on purpose, and locks would wait.
 */
export async function proveSigner(
  { access, db, services, write }: SigningCall,
  labId: number | undefined,
  signature: SignatureInput,
): Promise<Signer> {
  const { actor } = access;
  const { lab, operator } = await readBench(access, db, labId);
  if (actor.acting) throw refuse('not_while_acting');
  const wrong = (message?: string) =>
    refuseAtBench('wrong_pin', { fields: ['signature'], ...(message ? { message } : {}) });
  if (actor.plan === Plan.lab && (await hasOperators(db, lab))) {
    if (!operator) throw refuseAtBench('operator_required');
    if (!operator.maySign) throw refuseAtBench('not_signer');
    const { pin_hash, pin_is_once } = await db
      .selectFrom('lab_operators')
      .select(['pin_hash', 'pin_is_once'])
      .where('id', '=', operator.id)
      .executeTakeFirstOrThrow();
    const about = { subject: 'operator' as const, id: operator.id, domainId: lab.domainId };
    const typed = 'pin' in signature ? signature.pin : '';
    if (!(await checkSecret({ services, write, about }, pin_is_once ? null : pin_hash, typed))) throw wrong();
    return { lab, userId: actor.userId, operatorId: operator.id, printedName: operator.name };
  }
  // An administrator's account may belong to another site than the lab.
  const account = await services.store
    .read('platform')
    .selectFrom('users')
    .select(['password_hash', 'username', 'domain_id'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const about = { subject: 'user' as const, id: actor.userId, domainId: account.domain_id };
  const typed = 'password' in signature ? signature.password : '';
  if (!(await checkSecret({ services, write, about }, account.password_hash, typed))) throw wrong('Wrong password.');
  return { lab, userId: actor.userId, operatorId: null, printedName: account.username };
}

export type SignedRecord = {
  readonly meaning: SignatureMeaning;
  readonly subject: string;
  readonly subjectId: string | number;
  /** What is signed: codes, criteria, results. */
  readonly record: Readonly<Record<string, JsonValue>>;
};

/** Signs a record in the transaction that changes it. Returns what is shown, and the hash for the custody event. */
export async function signRecord(
  work: Work,
  signer: Signer,
  { meaning, subject, subjectId, record }: SignedRecord,
): Promise<{ signature: SignatureShown; sha256: string }> {
  if (signer.operatorId !== null) await requireSigningOperator(work, signer.operatorId);
  const sha256 = sha256OfRecord(record);
  const row = await work.db
    .insertInto('signatures')
    .values({
      domain_id: signer.lab.domainId,
      lab_id: signer.lab.id,
      user_id: signer.userId,
      operator_id: signer.operatorId,
      printed_name: signer.printedName,
      meaning,
      subject,
      subject_id: String(subjectId),
      record: JSON.stringify(record),
      record_sha256: sha256,
    })
    .returning([...signedColumns])
    .executeTakeFirstOrThrow();
  await audit(work, {
    domainId: signer.lab.domainId,
    action: 'bench.sign',
    subject: 'signature',
    subjectId: row.id,
    facts: { lab: signer.lab.id, meaning, record_sha256: sha256, signature_sha256: sha256OfSignature(row) },
  });
  const shown = { id: SignatureId.parse(row.id), printed_name: row.printed_name, meaning };
  return { signature: { ...shown, signed_at: row.signed_at.toISOString() }, sha256 };
}

/** The PIN was checked before the transaction; an operator who has ended since then does not sign. */
async function requireSigningOperator(work: Work, operatorId: number): Promise<void> {
  const operator = await work.db
    .selectFrom('lab_operators')
    .select('id')
    .where('id', '=', operatorId)
    .where('may_sign', '=', true)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!operator) throw refuseAtBench('not_signer');
}

export const signedColumns = [
  'id',
  'domain_id',
  'lab_id',
  'user_id',
  'operator_id',
  'printed_name',
  'meaning',
  'subject',
  'subject_id',
  'record_sha256',
  'signed_at',
] as const;

/** Covers the printed name, the time and the meaning beside the record. */
export function sha256OfSignature(row: Record<(typeof signedColumns)[number], unknown>): string {
  return sha256OfRecord(Object.fromEntries(signedColumns.map((name) => [name, row[name]])));
}
