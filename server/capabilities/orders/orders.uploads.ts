import type { UploadFolder } from '../../kernel/files/upload-folder.ts';

/** The carrier's labels of orders. */
export const orderLabelUploads: UploadFolder = {
  folder: 'order-label',
  isUsed: (eb) =>
    eb.exists(eb.selectFrom('vial_orders').select('vial_orders.id').whereRef('vial_orders.file', '=', 'files.name')),
};
