/** The texts of every place where a user proves their identity. */
export const proofTexts = {
  passkey: 'Use passkey',
  passkeyUnused: 'The passkey was not used. Try again, or use another way.',
  or: 'or',
  fields: {
    totp: 'Code from your app',
    recovery_code: 'Recovery code',
    password: 'Password',
  },
  missing: {
    totp: 'Enter the code from your app.',
    recovery_code: 'Enter a recovery code.',
    password: 'Enter your password.',
  },
  useInstead: {
    totp: 'Use the code from your app',
    recovery_code: 'Use a recovery code',
    password: 'Use your password',
  },
  noWay: 'This browser has no way to confirm it. Use a browser with your passkey, or ask an administrator.',
} as const;
