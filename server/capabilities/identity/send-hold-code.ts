import { sendHoldCode } from '@vialkeep/contract/identity.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { queueEmail } from '../../kernel/mail/outbox.ts';
import { CODE_MINUTES, issueCode } from '../../kernel/secrets/mailed-codes.ts';
import { holdThatACodeEnds } from './hold-that-a-code-ends.ts';
import { maskedEmail } from './masked-email.ts';

const LETTERS = { bucket: 'hold-codes', most: 5, minutes: 60 };

export const sendHoldCodeHandler = handle(sendHoldCode, async (call) => {
  const { actor, write, services } = call;
  await holdThatACodeEnds(call, sendHoldCode);
  await services.limits.count(LETTERS, String(actor.userId));
  const home = await services.domains.ofId(actor.domainId);
  return write(async (work) => {
    const { email } = await work.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    const code = await issueCode(work, { userId: actor.userId, domainId: actor.domainId, purpose: 'hold' });
    await queueEmail(work, {
      from: home,
      to: { userId: actor.userId, email },
      kind: 'hold-code',
      subject: `Your ${home.product} code`,
      heading: 'Confirm that it is you',
      paragraphs: [
        `Enter this code where you were asked for it, within ${CODE_MINUTES} minutes. You can then sign documents again.`,
        'If you did not ask for a code, do not give it to anyone: choose “Forgot Password?” on the login page instead.',
      ],
      code,
      secretHours: 1,
    });
    await audit(work, {
      domainId: actor.domainId,
      action: 'identity.send_hold_code',
      subject: 'user',
      subjectId: actor.userId,
    });
    return { success: true as const, message: `A code is on its way to ${maskedEmail(email)}.` };
  });
});
