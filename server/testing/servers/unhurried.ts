/** Limits for programs whose callers share one network; other tests cover the real limits. */
export const unhurried = {
  LOGIN_FAILURES_PER_NETWORK: '1000000',
  RESETS_PER_NETWORK: '100000',
  LETTERS_PER_HOUR: '100000',
  LETTERS_PER_DAY: '1000000',
  LETTERS_PER_DAY_AT_FIRST: '1000000',
  LETTERS_PER_RECIPIENT: '100000',
  LETTERS_PER_NETWORK: '1000000',
  UPLOADS_PER_DAY: '1000000',
  UPLOAD_MEGABYTES_PER_DAY: '1000000',
  // A site of the demo network asks for a fresh proof before sensitive acts, and a long run logs in only once.
  STEP_UP_MINUTES: '720',
} as const;
