import { z } from 'zod';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { describeError } from '../../kernel/log.ts';
import { sealSigning } from './seal-signing.ts';

const MOST = 500;
/** A document signed more recently is still being sealed by its own job. */
const TIMEOUT_MS = 60_000;

const Payload = z.object({ atStart: z.boolean().default(false) });

/**
 * A server that is killed while sealing leaves its job locked for hours. So this job seals all signed and unsealed
 * documents: every one at a start, and each minute those that have waited too long.
 */
export const resealPendingJob: Job = {
  name: 'sweep-signings',
  at: '* * * * *',
  atStart: true,
  async run(payload, services, cause) {
    const { atStart } = Payload.parse(payload);
    const unsealed = await services.store
      .read('platform')
      .selectFrom('signings')
      .select('id')
      .where('state', '=', 'signed')
      .where('sealed_at', 'is', null)
      .where('signed_at', '<', new Date(Date.now() - (atStart ? 0 : TIMEOUT_MS)))
      .orderBy('signed_at')
      .limit(MOST)
      .execute();
    for (const { id } of unsealed) {
      try {
        await sealSigning(services, cause, id);
      } catch (error) {
        // A document that cannot be sealed must not block the others.
        services.log.error({ signing: id, error: describeError(error) }, 'a signed document could not be sealed');
      }
    }
  },
};
