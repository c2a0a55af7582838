/** Files for `npm run e2e:long` only: every overlay of the kit, the lists and the administration, page after page, and the keyboard step by step. */
export const longRunOnly = ['journeys/accessibility-*.test.ts', 'journeys/keyboard.test.ts', 'journeys/tables.test.ts'];
