import { updateLabelAndNotify } from '@vialkeep/contract/labels.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { brokenLabels, saveLabel } from '../save-label.ts';
import { checkNotificationLimit, notifyCenter } from './notify-center.ts';

/** Saves the label and queues the email in one transaction (F118, U-13). */
export const updateLabelAndNotifyHandler = handle(
  updateLabelAndNotify,
  async ({ actor, db, params, body, write, services }) => {
    const site = await checkNotificationLimit(services, db, actor, params.id);
    return write(async (work) => {
      await notifyCenter(work, site, await saveLabel(work, actor, params.id, body));
      return {
        code: 'Success' as const,
        message: 'FedEx Label/Tracking Number have been added and Email Notification Sent!',
      };
    });
  },
  brokenLabels,
);
