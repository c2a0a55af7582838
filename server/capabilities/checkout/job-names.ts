export const SETTLE_CHECKOUTS = 'settle-checkouts';
export const VOID_CHARGE = 'void-charge';
