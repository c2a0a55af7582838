/** The texts of the pages that links in emails about an address change open. */
export const emailChangesTexts = {
  confirm: {
    title: 'Confirm your address',
    lead: 'This link came to the address that is to be confirmed. Choose Confirm if it is yours.',
    act: 'Confirm',
  },
  approve: {
    title: 'Approve the change',
    lead: 'Your account is to use another e-mail address. Choose Approve if that is right.',
    act: 'Approve',
  },
  undo: {
    title: 'Undo the change',
    lead: 'Your account keeps the e-mail address to which this link came. If it had changed already, every session ends.',
    act: 'Undo',
  },
  done: 'Done',
  over: 'This link does not work',
  overHelp: 'If you still need it, log in and ask for a new letter on your profile.',
  toLogin: 'Login Page',
} as const;
