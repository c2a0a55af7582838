import { resetPassword } from '@vialkeep/contract/session.ts';
import { audit } from '../../kernel/audit.ts';
import { handlePublic } from '../../kernel/http/handle.ts';
import { enqueue } from '../../kernel/jobs.ts';
import { nobody } from '../../kernel/session/actor.ts';
import { SEND_ONE_TIME_PASSWORD } from './send-one-time-password.ts';

/**
 * The request does the same for every address; whether there is an account is found out afterwards by the job. So
 * neither the answer nor its time tells.
 */
export const resetPasswordHandler = handlePublic(resetPassword, async ({ body, request, services }) => {
  const { store, limits, settings } = services;
  const email = body.email.toLowerCase();
  await limits.count({ bucket: 'reset-password', most: settings.resetsPerHour, minutes: 60 }, email);
  await store.write('platform', nobody(request), async (work) => {
    await enqueue(work, SEND_ONE_TIME_PASSWORD, { email, siteId: request.site.id });
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
