import { sendLabelNotification } from '@vialkeep/contract/labels.ts';
import { handle } from '../../../kernel/http/handle.ts';
import { lockedLabel } from '../labels.queries.ts';
import { checkNotificationLimit, notifyCenter } from './notify-center.ts';

export const sendLabelNotificationHandler = handle(
  sendLabelNotification,
  async ({ actor, db, body, write, services }) => {
    const site = await checkNotificationLimit(services, db, actor, body.fedex_id);
    return write(async (work) => {
      await notifyCenter(work, site, await lockedLabel(work, actor, body.fedex_id));
      return { code: 'Success' as const, message: 'The notification is on its way.' };
    });
  },
);
