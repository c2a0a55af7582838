/** The words of the pages on which the links of letters about an e-mail arrive. */
export const emailChangesTexts = {
  confirm: {
    title: 'Confirm your e-mail address',
    lead: 'This link came to the address that is to be confirmed. Choose Confirm if it is yours.',
    act: 'Confirm',
  },
  approve: {
    title: 'Approve the new e-mail address',
    lead: 'Your account is to use another e-mail address. Choose Approve if that is right.',
    act: 'Approve',
  },
  undo: {
    title: 'Undo the change of your e-mail address',
    lead: 'Your old address stays or comes back. If it had changed already, every session of your account ends.',
    act: 'Undo',
  },
  done: 'Done',
  over: 'This link does not work',
  overHelp: 'If you still need it, log in and ask for a new letter on your profile.',
  toLogin: 'Login Page',
} as const;
