/** The texts of the login, as specified. */
export const sessionTexts = {
  login: {
    title: 'Admin Login',
    login: 'Login',
    password: 'Password',
    submit: 'Login',
    forgot: 'Forgot Password?',
    passkey: 'Use a passkey',
    passkeyUnused: 'The passkey was not used. Try again, or log in with your password.',
  },
  secondStep: {
    lead: 'Enter your second factor.',
    remember: 'Do not ask again on this device for 30 days',
    submit: 'Login',
    back: 'Back',
  },
  forgot: {
    title: 'Forgot Password',
    email: 'Email',
    help: 'Enter your email to receive a new password',
    submit: 'Reset Password',
    toLogin: 'Login Page',
    close: 'Close',
    back: 'Back to login',
  },
} as const;
