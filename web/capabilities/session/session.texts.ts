/** The words of logging in, as the specification has them. */
export const sessionTexts = {
  login: {
    title: 'Admin Login',
    login: 'Login',
    password: 'Password',
    submit: 'Login',
    forgot: 'Forgot Password?',
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
  agreement: {
    title: 'Private Membership Agreement',
    accept: 'I accept and agree the Private Membership Agreement',
    submit: 'Continue',
    cancel: 'Cancel',
    loading: 'Loading data....',
    failed: 'Could not load the agreement.',
    sections: 'Sections',
  },
  centers: {
    title: 'Associated Harvest Centers',
    center: 'Harvest Center',
    filter: 'Type to filter by ID - Company',
    loading: 'Loading Harvest Centers...',
    access: 'Access to this HC',
    noneYet: 'A harvest center appears here once it has accepted you as its staff.',
    modal: {
      title: 'Access',
      question: 'Are you sure you want to access this Harvest Center account?',
      confirm: 'Proceed',
      cancel: 'Cancel',
    },
  },
} as const;
