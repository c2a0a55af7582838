import { expect, test } from 'vitest';
import * as timings from './timings.ts';

test('F001, F021, F044, F086, F113, F132, F141, F149, F157 every wait has its specified length', () => {
  expect(timings).toMatchObject({
    // F001, F021
    LOGIN_REDIRECT_MS: 1000,
    ERROR_BAR_MS: 3000,
    SUCCESS_BAR_MS: 2000,
    SLOW_SUCCESS_BAR_MS: 2500,
    // F086, F113
    LOCATION_FORM_MS: 1000,
    LABEL_FORM_MS: 1500,
    // F044, F132, F141, F149
    PATIENTS_SEARCH_PAUSE_MS: 500,
    USERS_SEARCH_PAUSE_MS: 500,
    TRANSACTIONS_SEARCH_PAUSE_MS: 700,
    DOCUMENTS_SEARCH_PAUSE_MS: 500,
    // F157
    SITE_STEP_MS: 4000,
    SITE_CERTIFICATE_MS: 2000,
    SITE_LIVE_MS: 2000,
  });
});
