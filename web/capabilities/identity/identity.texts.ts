/** The texts of invitations, holds and objections to a password change. */
export const identityTexts = {
  confirm: {
    title: 'Confirm that it is you',
    held: 'Somebody else set your login. Confirm that it is you first.',
    moved: (until: string) =>
      `An administrator changed your e-mail address, so a code sent to it proves nothing. You can sign again from ${until} on.`,
    act: 'What for',
    send: 'Send me a code',
    again: 'Send me another code',
    help: 'We send a code of six digits to your e-mail address. It works for 15 minutes.',
    code: 'Code from the letter',
    submit: 'Confirm',
    cancel: 'Cancel',
    signing: 'Sign documents',
    strip: 'Your login was set by another person',
  },
  locked: {
    title: 'Your session is locked.',
    lead: 'Confirm that it is you. The page is as you left it.',
    submit: 'Unlock',
    logOut: 'Log out',
    loading: 'Looking how you can unlock it...',
    failed: 'Could not look how you can unlock it.',
  },
  grace: {
    strip: 'Second factor',
    due: (date: string) => `Set up a second factor by ${date}.`,
    setUp: 'Set it up now',
  },
  invitation: {
    title: 'Your account is ready',
    lead: (name: string, site: string) => `Hello ${name}. Choose a password to open your account at ${site}.`,
    loading: 'Opening your invitation...',
    failed: 'Could not open the invitation.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Open my account',
  },
  over: {
    title: 'Invitation',
    renew: 'Send me a new one',
    toLogin: 'Back to login',
  },
  notMe: {
    title: 'This was not me',
    lead: 'An administrator set a password for your account. If you did not ask for that, tell us.',
    effects: [
      'The password ends at once.',
      'All who are logged in to your account are logged out.',
      'You get a letter with a password that works once.',
      'The administrators of this site are told.',
    ],
    submit: 'This was not me',
    forgot: 'Forgot Password?',
    toLogin: 'Back to login',
  },
} as const;
