import { listLabelsHandler } from './list-labels.ts';
import { listOtherLabelsHandler } from './list-other-labels.ts';
import { makeLabelHandler } from './make-label.ts';
import { readLabelHandler } from './read-label.ts';
import { readLabelFileHandler } from './read-label-file.ts';
import { requestLabelHandler } from './request-label.ts';
import { sendLabelNotificationHandler } from './send-label-notification.ts';
import { sendPatientPasswordHandler } from './send-patient-password.ts';
import { updateLabelHandler } from './update-label.ts';
import { updateLabelAndNotifyHandler } from './update-label-and-notify.ts';
import { uploadLabelFileHandler } from './upload-label-file.ts';

export const labelsHandlers = [
  requestLabelHandler,
  listOtherLabelsHandler,
  listLabelsHandler,
  readLabelHandler,
  updateLabelHandler,
  updateLabelAndNotifyHandler,
  sendLabelNotificationHandler,
  uploadLabelFileHandler,
  makeLabelHandler,
  readLabelFileHandler,
  sendPatientPasswordHandler,
];
