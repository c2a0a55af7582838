import { setting } from './setting.ts';
import { whole } from './setting-shapes.ts';

/** Rate limits of attempts and emails. */
export const limitSettings = {
  loginFailures: setting(
    'LOGIN_FAILURES',
    '10',
    'Failed logins of one account from one network, or from one known browser, before they have to wait.',
    whole(1, 10_000),
  ),
  loginFailuresPerNetwork: setting(
    'LOGIN_FAILURES_PER_NETWORK',
    '50',
    'Failed logins from one network, of all accounts together, before they have to wait.',
    whole(1, 1_000_000),
  ),
  loginFailuresPerDay: setting(
    'LOGIN_FAILURES_PER_DAY',
    '60',
    'Failed logins of one account in a day, from all browsers that never logged in to it; also its wrong proofs of a second factor in a day.',
    whole(1, 1_000_000),
  ),
  loginWindowMinutes: setting(
    'LOGIN_WINDOW_MINUTES',
    '15',
    'Minutes over which failed logins are counted.',
    whole(1, 1_440),
  ),
  resetsPerHour: setting(
    'RESETS_PER_HOUR',
    '3',
    'One-time passwords that one network can ask for in an hour for one address.',
    whole(1, 10_000),
  ),
  resetsPerNetwork: setting(
    'RESETS_PER_NETWORK',
    '20',
    'One-time passwords that one network can ask for in an hour, for all addresses together.',
    whole(1, 100_000),
  ),
  resetLettersPerHour: setting(
    'RESET_LETTERS_PER_HOUR',
    '5',
    'Letters with a one-time password to one address in an hour; asked for again, none is sent.',
    whole(1, 10_000),
  ),
  lettersPerHour: setting(
    'LETTERS_PER_HOUR',
    '30',
    'Letters to strangers that one person can cause in an hour.',
    whole(1, 100_000),
  ),
  lettersPerDay: setting(
    'LETTERS_PER_DAY',
    '100',
    'Letters to strangers that one person can cause in a day.',
    whole(1, 1_000_000),
  ),
  lettersPerDayAtFirst: setting(
    'LETTERS_PER_DAY_AT_FIRST',
    '20',
    'The same in the first week of an account; administrators are not limited by it.',
    whole(1, 1_000_000),
  ),
  lettersPerRecipient: setting(
    'LETTERS_PER_RECIPIENT',
    '5',
    'Letters to one address in a day from people it has nothing to do with.',
    whole(1, 100_000),
  ),
  lettersPerNetwork: setting(
    'LETTERS_PER_NETWORK',
    '60',
    'Letters to strangers that one network can cause in an hour.',
    whole(1, 1_000_000),
  ),
  uploadsPerDay: setting(
    'UPLOADS_PER_DAY',
    '50',
    'Files that one person can upload in a day and not use.',
    whole(1, 1_000_000),
  ),
  uploadMegabytesPerDay: setting('UPLOAD_MEGABYTES_PER_DAY', '200', 'Megabytes of such files.', whole(1, 1_000_000)),
  signUpsPerHour: setting('SIGN_UPS_PER_HOUR', '20', 'Sign-ups from one address in an hour.', whole(1, 100_000)),
  checkoutsPerHour: setting(
    'CHECKOUTS_PER_HOUR',
    '100',
    'Orders that one person can try to pay in an hour; who tries out stolen cards needs more.',
    whole(1, 100_000),
  ),
  apiCallsPerMinute: setting('API_CALLS_PER_MINUTE', '600', 'Calls of one API key in a minute.', whole(1, 1_000_000)),
  lookupsPerMinute: setting(
    'LOOKUPS_PER_MINUTE',
    '30',
    'Questions of one address in a minute about who a sign-up link is from.',
    whole(1, 100_000),
  ),
};
