import { resetPassword } from '@vialkeep/contract/session.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { handlePublic } from '../../../kernel/http/handle.ts';
import { enqueue } from '../../../kernel/jobs/jobs.ts';
import { type Limit, networkOf } from '../../../kernel/rate-limits.ts';
import { actorlessContext } from '../../../kernel/session/actor.ts';
import { SEND_ONE_TIME_PASSWORD } from './send-one-time-password.ts';

/**
 * The request does the same for every address; only the job finds out whether there is an account. So neither the
 * answer nor its duration reveals it.
 */
export const resetPasswordHandler = handlePublic(resetPassword, async ({ body, request, services }) => {
  const { store, limits, settings } = services;
  const email = body.email.toLowerCase();
  const network = networkOf(request.address);
  await limits.countInOrder([
    { limit: anHour('reset-password', settings.resetsPerHour), subject: `${email} ${network}` },
    { limit: anHour('reset-network', settings.resetsPerNetwork), subject: network },
  ]);
  // A caller elsewhere must not exhaust the owner's limit, so the owner gets the usual answer and already has the
  // emails.
  const isSent = await limits.isWithin(anHour('reset-letters', settings.resetLettersPerHour), email);
  await store.write('platform', actorlessContext(request), async (work) => {
    if (isSent) await enqueue(work, SEND_ONE_TIME_PASSWORD, { email, siteId: request.site.id });
    await audit(work, {
      domainId: request.site.id,
      action: 'session.ask_one_time_password',
      subject: 'domain',
      subjectId: request.site.id,
    });
  });
  return {
    success: true as const,
    message: 'If this e-mail belongs to an account, a new password is on its way. It works for 60 minutes.',
  };
});

function anHour(bucket: string, most: number): Limit {
  return { bucket, most, minutes: 60 };
}
