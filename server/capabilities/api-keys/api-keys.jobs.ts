import type { Job } from '../../kernel/jobs/jobs.ts';
import { today } from './days.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

export const apiKeysJobs: readonly Job[] = [
  {
    name: 'warn-of-ending-keys',
    at: '20 7 * * *',
    run: (_payload, services, cause) => warnOfExpiry(services, today(), cause),
  },
];
