/** Every fixed wait of the portal, in milliseconds (V-10). */

/**
 * An error notice closes after the first time, a success notice after the second, and after the third where a screen
 * asks for it (C-20).
 */
export const ERROR_BAR_MS = 3000;
export const SUCCESS_BAR_MS = 2000;
export const SLOW_SUCCESS_BAR_MS = 2500;

/** How long the space of a closed notice stays, so that the layout does not shift under the pointer. */
export const BAR_EXIT_MS = 200;

/** From a successful login to the next page. */
export const LOGIN_REDIRECT_MS = 1000;

/** From 'Add' to the form of a location. */
export const LOCATION_FORM_MS = 1000;

/** From choosing a patient to the form of a label request. */
export const LABEL_FORM_MS = 1500;

/** The polling interval of the label requests while a notification is in the outbox. */
export const LABEL_LETTERS_CHECK_MS = 5000;

/** How often the settings look whether the file of an export is ready. */
export const PRIVACY_EXPORT_CHECK_MS = 5000;

/** How often an import is read while the server works on it. */
export const IMPORT_CHECK_MS = 1500;

/** How often the invitations of an import are read while a wave runs. */
export const WAVE_CHECK_MS = 10_000;

/** The pause before a chunk of a file is sent again; it doubles up to the second time. */
export const CHUNK_PAUSE_MS = 1000;
export const CHUNK_PAUSE_MOST_MS = 30_000;

/** From 'Add' to setting the switch 'Set as default' for a first card. */
export const FIRST_CARD_DEFAULT_MS = 1000;

/** After this time the buyer sees that the outcome is unknown. The server's timeout is usually shorter. */
export const PAYMENT_PATIENCE_MS = 90_000;

/** How long the payment gateway may take to make a token of a card, and its frame to open before that. */
export const TOKEN_PATIENCE_MS = 20_000;
export const TOKEN_FRAME_MS = 10_000;

/** Until the first time a waiting state shows nothing; after the second it says that it takes long. */
export const QUIET_WAIT_MS = 300;
/** The maximum time that the parts of a page wait for the parts above them. */
export const ARRIVAL_MS = 4_000;
export const LONG_WAIT_MS = 10_000;

/** How long after its start the application uses answers that the page asked for before; as long as cached ones. */
export const EARLY_READS_MS = 15_000;

/** The maximum time that plots wait for the answers of the other parts of their page. */
export const LATE_PARTS_MS = 2_000;

/** The debounce of the users list's filter. */
export const USERS_SEARCH_PAUSE_MS = 500;

/** The debounce of the patients list's filter. */
export const PATIENTS_SEARCH_PAUSE_MS = 500;

/** The debounce of the search in the patients' documents. */
export const DOCUMENTS_SEARCH_PAUSE_MS = 500;

/** The debounce of the search in all transactions. */
export const TRANSACTIONS_SEARCH_PAUSE_MS = 700;

/** The debounce of a search for people or screens. */
export const SEARCH_PAUSE_MS = 300;

/** The time limit for the second key of a two-key shortcut. */
export const SECOND_KEY_MS = 1200;

/** How long a button shows 'Copied'. */
export const COPIED_MS = 2000;

/** How long a new row is highlighted. */
export const FLASH_MS = 2000;

/** The polling interval for a document that is being signed, until a signal arrives. */
export const SIGNING_CHECK_MS = 5000;

/** The retry interval of a completion page, and the number of retries before it shows a problem. */
export const COMPLETION_PAUSE_MS = 1000;
export const COMPLETION_LOOKS = 30;

/** From a call of the custom-site wizard to the tick of its step. */
export const SITE_STEP_MS = 4000;

/** From the certificate to 'Completed', and from there to the message that the site is live. */
export const SITE_CERTIFICATE_MS = 2000;
export const SITE_LIVE_MS = 2000;

/** How often the strip updates the remaining time of an administrator's hour. */
export const TIME_LEFT_CHECK_MS = 1000;

/** How often the server is asked whether the session has ended, after the client's clock says so. */
export const OVER_CHECK_MS = 5000;

/** Without input of the user for this time, polling pauses. It would keep the session of an absent user alive. */
export const POLLING_STOPS_MS = 60_000;

/** How often a tab tells the others that the user is active. */
export const ACTIVITY_SHARE_MS = 10_000;

/** How often a page looks whether the session has been idle long enough to lock. */
export const LOCK_CHECK_MS = 5_000;

export const COOKIE_LIFE_MS = 7 * 24 * 60 * 60 * 1000;
