import type { ProofMethod } from '@vialkeep/contract/kernel/refusal.ts';
import type { Work } from '../../kernel/db/db.ts';
import type { Domain } from '../../kernel/domains.ts';
import { checkAssertion } from './passkeys.ts';
import { spendRecoveryCode } from './recovery-codes.ts';
import { spendTotpCode } from './totp.ts';

/** What a person presents; exactly one of them. */
export type Presented = {
  readonly password?: string | undefined;
  readonly totp?: string | undefined;
  readonly recovery_code?: string | undefined;
  readonly passkey?: object | undefined;
};

export type Factor = Exclude<ProofMethod, 'password'>;

const methods = ['passkey', 'totp', 'recovery_code', 'password'] as const satisfies readonly ProofMethod[];

/** The one way that was used; null where there are none or several. */
export function methodOf(presented: Presented): ProofMethod | null {
  const used = methods.filter((method) => presented[method] !== undefined);
  return used.length === 1 ? (used[0] ?? null) : null;
}

type FactorRequest = { readonly personId: number; readonly site: Domain; readonly challenge: string | null };

/** Since when the person has the factor that was presented; null where it is wrong. Uses a right code up. */
export async function checkFactor(
  work: Work,
  method: Factor,
  presented: Presented,
  { personId, site, challenge }: FactorRequest,
): Promise<Date | null> {
  switch (method) {
    case 'totp':
      return spendTotpCode(work, personId, presented.totp ?? '');
    case 'recovery_code':
      return spendRecoveryCode(work, personId, presented.recovery_code ?? '');
    case 'passkey': {
      if (challenge === null) return null;
      const response = presented.passkey ?? {};
      const used = await checkAssertion(work, { site, challenge, response, personId });
      return used?.enrolledAt ?? null;
    }
  }
}
