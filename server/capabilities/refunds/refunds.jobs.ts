import type { Job } from '../../kernel/jobs/jobs.ts';
import { carryOutOpenRefunds } from './carry-out-open-refunds.ts';

export const settleRefundsJob: Job = {
  name: 'settle-refunds',
  at: '* * * * *',
  run: (_payload, services, cause) => carryOutOpenRefunds(services, cause.requestId),
};
