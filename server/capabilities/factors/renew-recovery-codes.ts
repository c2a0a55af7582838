import { renewRecoveryCodes } from '@vialkeep/contract/factors.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { lockAccountOfFactors } from './enrol-factor.ts';
import { sendFactorEmail } from './factor-emails.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

export const renewRecoveryCodesHandler = handle(
  renewRecoveryCodes,
  async ({ access, actor, proof, services, write }) => {
    await proof.requireForFactors();
    access.authorize(ownRecords(actor));
    const home = await services.domains.ofId(actor.domainId);
    const recovery_codes = await write(async (work) => {
      const account = await lockAccountOfFactors(work, actor.userId);
      if (account.second_factor_at === null) throw refuseBy(renewRecoveryCodes, 'no_factor');
      await audit(work, {
        domainId: account.domain_id,
        action: 'identity.renew_recovery_codes',
        subject: 'user',
        subjectId: account.id,
      });
      await sendFactorEmail(work, account, home, 'codes renewed');
      return replaceRecoveryCodes(work, account);
    });
    return { success: true as const, message: 'Keep these codes in a safe place.', recovery_codes };
  },
);
