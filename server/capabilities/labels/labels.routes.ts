import { listLabelsHandler } from './list-labels.ts';
import { listOtherLabelsHandler } from './list-other-labels.ts';
import { sendLabelNotificationHandler } from './notifications/send-label-notification.ts';
import { sendPatientPasswordHandler } from './notifications/send-patient-password.ts';
import { updateLabelAndNotifyHandler } from './notifications/update-label-and-notify.ts';
import { readLabelHandler } from './read-label.ts';
import { readLabelFileHandler } from './read-label-file.ts';
import { requestLabelHandler } from './request-label.ts';
import { makeLabelHandler } from './shipping/make-label.ts';
import { updateLabelHandler } from './update-label.ts';
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
