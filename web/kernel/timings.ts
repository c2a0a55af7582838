/** Every fixed wait of the portal, in milliseconds (V-10). */

/** C-20: an error bar hides itself after this long, a success bar after the next, and after the third where a screen says so. */
export const ERROR_BAR_MS = 3000;
export const SUCCESS_BAR_MS = 2000;
export const SLOW_SUCCESS_BAR_MS = 2500;

/** How long the room of a bar that ended stays, so that nothing jumps under the pointer. */
export const BAR_EXIT_MS = 200;

/** From a successful login to the next page. */
export const LOGIN_REDIRECT_MS = 1000;

/** From 'Add' to the form of a location. */
export const LOCATION_FORM_MS = 1000;

/** From choosing a patient to the form of a label request. */
export const LABEL_FORM_MS = 1500;

/** How often the label requests are read again while a letter about one is on its way. */
export const LABEL_LETTERS_CHECK_MS = 5000;

/** From 'Add' to the switch 'Set as default' of a first card. */
export const FIRST_CARD_DEFAULT_MS = 1000;

/** After this a buyer who still waits is told that the outcome is not known. Usually the server gives up before. */
export const PAYMENT_PATIENCE_MS = 90_000;

/** Before this, waiting shows nothing; after the second, it says that it takes long. */
export const QUIET_WAIT_MS = 300;
/** So long the parts of a page wait for those above them. */
export const ARRIVAL_MS = 4_000;
export const LONG_WAIT_MS = 10_000;

/** From the last key to the question, in the filter of the users list. */
export const USERS_SEARCH_PAUSE_MS = 500;

/** The same in the filter of the patients list. */
export const PATIENTS_SEARCH_PAUSE_MS = 500;

/** The same in the search of the patients' documents. */
export const DOCUMENTS_SEARCH_PAUSE_MS = 500;

/** The same in the search of all transactions. */
export const TRANSACTIONS_SEARCH_PAUSE_MS = 700;

/** From the last key to the question, where people or screens are searched for. */
export const SEARCH_PAUSE_MS = 300;

/** Within this, the second key of a two-key shortcut still counts. */
export const SECOND_KEY_MS = 1200;

/** How long a button says 'Copied'. */
export const COPIED_MS = 2000;

/** How long a row that has just been added is marked. */
export const FLASH_MS = 2000;

/** How often a document that is being signed is looked at, while nothing has told that it is. */
export const SIGNING_CHECK_MS = 5000;

/** How long a completion page waits before it looks again, and how often it does, until it says that there is a problem. */
export const COMPLETION_PAUSE_MS = 1000;
export const COMPLETION_LOOKS = 30;

/** From a call of the custom-site wizard to the tick of its step. */
export const SITE_STEP_MS = 4000;

/** From the certificate to 'Completed', and from there to the message that the site is live. */
export const SITE_CERTIFICATE_MS = 2000;
export const SITE_LIVE_MS = 2000;

/** How often the strip looks how much of an administrator's hour is left. */
export const TIME_LEFT_CHECK_MS = 1000;

/** How often the server is asked whether it is over, once this browser's clock says so. */
export const OVER_CHECK_MS = 5000;

export const COOKIE_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
