import { sendFactorCode } from '@vialkeep/contract/factors.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { CODE_MINUTES, issueCode } from '../../kernel/secrets/mailed-codes.ts';

const LETTERS = { bucket: 'factor-codes', most: 5, minutes: 60 };

/** Proves that who sets up the first factor also reads the letters of the account. */
export const sendFactorCodeHandler = handle(sendFactorCode, async ({ access, actor, services, write }) => {
  access.authorize(ownRecords(actor));
  await services.limits.count(LETTERS, String(actor.userId));
  const home = await services.domains.ofId(actor.domainId);
  await write(async (work) => {
    const { email } = await work.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    const code = await issueCode(work, { userId: actor.userId, domainId: actor.domainId, purpose: 'first_factor' });
    await queueEmail(work, {
      from: home,
      to: { userId: actor.userId, email },
      kind: 'factor-code',
      subject: `Your ${home.product} code`,
      heading: 'Set up your second factor',
      paragraphs: [
        `Enter this code where you set up your passkey or authenticator app, within ${CODE_MINUTES} minutes.`,
        'If you did not ask for a code, your password may be known to another person: choose “Forgot Password?” on the login page.',
      ],
      code,
      secretHours: 1,
    });
    await audit(work, {
      domainId: actor.domainId,
      action: 'identity.send_factor_code',
      subject: 'user',
      subjectId: actor.userId,
    });
  });
  return { success: true as const, message: 'A code is on its way to your e-mail address.' };
});
