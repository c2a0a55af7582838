import { refusal } from './kernel/refusal.ts';

export const ANOTHER_ADMINISTRATOR = 'Another administrator has to approve this.';

/** Refusals of a call by which a second administrator approves. */
export const fourEyesRefusals = {
  own_request: refusal(409, ANOTHER_ADMINISTRATOR),
  /** A person who gave another account its role could otherwise approve as both. */
  new_approver: refusal(409, `You became an administrator less than a day ago. ${ANOTHER_ADMINISTRATOR}`),
};
