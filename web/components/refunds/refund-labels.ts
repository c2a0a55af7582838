import type { RefundState } from '@vialkeep/contract/refunds.ts';
import type { StatusLabel } from '../../ui/layout/columns.tsx';
import { refundsTexts } from './refunds.texts.ts';

const { states } = refundsTexts;

/** The states of refunds with their colours. */
export const refundStates: Record<RefundState, StatusLabel> = {
  requested: { text: states.requested, tone: 'waiting' },
  waiting: { text: states.waiting, tone: 'moving' },
  begun: { text: states.begun, tone: 'moving' },
  done: { text: states.done, tone: 'done' },
  failed: { text: states.failed, tone: 'failed' },
  rejected: { text: states.rejected, tone: 'failed' },
  cancelled: { text: states.cancelled, tone: 'failed' },
};
