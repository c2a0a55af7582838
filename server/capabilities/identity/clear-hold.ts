import { clearHold } from '@vialkeep/contract/identity.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { refuseBy } from '../../kernel/http/refuse.ts';
import { endKeys } from '../../kernel/secrets/account-keys.ts';
import { tryCode } from '../../kernel/secrets/mailed-codes.ts';
import { clearHolds } from '../../kernel/session/holds.ts';
import { holdThatACodeEnds } from './hold-that-a-code-ends.ts';

export const clearHoldHandler = handle(clearHold, async (call) => {
  const { actor, body, write } = call;
  await holdThatACodeEnds(call, clearHold);
  // A wrong attempt is committed too, because it counts towards the limit.
  const isRight = await write(async (work) => {
    const right = await tryCode(work, { userId: actor.userId, purpose: 'hold' }, body.code);
    if (right) {
      await clearHolds(work, actor.userId, 'mailed code');
      await endKeys(work, 'invitation', actor.userId);
    }
    await audit(work, {
      domainId: actor.domainId,
      action: right ? 'identity.clear_hold' : 'identity.wrong_code',
      subject: 'user',
      subjectId: actor.userId,
    });
    return right;
  });
  if (isRight) return { success: true as const, message: 'Thank you. You can sign documents again.' };
  throw refuseBy(clearHold, 'wrong_code', { fields: ['code'] });
});
