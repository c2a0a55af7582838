/**
 * Files for `npm run e2e:long` only: every overlay of the kit, the lists and the administration, keyboard use, the
 * narrowest screens, every route typed as every plan, and tests that start several products or one of their own beside
 * what other tests show (0084).
 */
export const longRunOnly = [
  'backup.test.ts',
  'journeys/failover/*.test.ts',
  'custom-site-killed.test.ts',
  'journeys/accessibility/accessibility-*.test.ts',
  'journeys/accessibility/keyboard.test.ts',
  'journeys/accessibility/narrow.test.ts',
  'journeys/identity/late-signature.test.ts',
  'journeys/identity/passkeys-of-sites.test.ts',
  'journeys/identity/policy.test.ts',
  'journeys/navigation/tables.test.ts',
  'journeys/overload/overload.test.ts',
  'journeys/purchases/labels-fedex.test.ts',
  'journeys/session/email-change.test.ts',
  'journeys/users/users-compact.test.ts',
  'journeys/navigation/typed-routes.test.ts',
];
