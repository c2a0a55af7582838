export { addressToWarn } from './address-to-warn.ts';
export { type Invited, invite, inviteWithTypedPassword } from './invite.ts';
export { resetFactorsOf } from './reset-factors.ts';
export { sendInvitationJob } from './send-invitation.ts';
export { administratorsOf } from './tell-administrators.ts';
export { FIRST_PASSWORD_HOURS, holdTypedPassword, temporaryPassword } from './temporary-password.ts';
