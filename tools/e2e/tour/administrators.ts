import type { Page } from 'playwright-core';
import { field, modal } from '../page/portal.ts';
import { anasRecord, benchSettings, newestImport } from './places.ts';
import { modalBehind, modalBehindMenu, pressing } from './presses.ts';
import { type Opening, type Stop, type Tour, withMenu } from './stops.ts';

const only = (email: string) => async (page: Page) => {
  await field(page, 'Filter Users List').fill(email);
  await page.getByText('(Filtered Results)').waitFor();
};

const details = (name: string, who: RegExp): Opening => ({
  name,
  open: async (page) => {
    await page.getByRole('link', { name: who }).first().click();
    await modal(page, 'User Details').getByRole('button', { name: 'Update' }).waitFor();
  },
});

const users: readonly Stop[] = [
  { route: '/dashboard' },
  {
    route: '/dashboard',
    name: 'users-of-one-name',
    ready: only('patient9@vialkeep.test'),
    openings: [
      details('details', /Claire Beaumont/),
      pressing('row-menu', /^Actions for/),
      modalBehindMenu('delete', /^Actions for/, 'Delete User'),
      modalBehindMenu('change-password', /^Actions for/, 'Change Password'),
      {
        name: 'selected',
        open: (page) => page.getByLabel('Select Claire Beaumont').check(),
      },
      modalBehind('add-user', 'Add New User'),
      pressing('add-user-details', 'Add New User', (page) =>
        page.getByRole('button', { name: /^Referral Harvest Center/ }).click(),
      ),
      modalBehind('add-harvest-center', 'Add Harvest Center'),
      modalBehind('add-patient', 'Add Patient'),
      pressing('saved-views', 'Saved views'),
      pressing('download', 'Download CSV'),
      { ...pressing('membership', 'Membership'), only: 'desktop' },
      { ...modalBehind('filters', 'Filters'), only: 'phone' },
    ],
  },
];

const managers: readonly Stop[] = [
  { route: '/money/commissions', openings: [modalBehind('adjustment', 'Add an adjustment')] },
  { route: '/money/plans', openings: [modalBehind('draft', 'Draft a plan')] },
  { route: '/money/journal' },
  { route: '/money/settings' },
  { route: '/bench/settings', at: benchSettings },
  { route: '/money/refunds' },
  { route: '/money/payouts' },
  { route: '/money' },
  { route: '/money/overview' },
  { route: '/money/reconciliation' },
  { route: '/money/storage' },
  { route: '/imports', openings: [modalBehind('new', 'New import')] },
  { route: '/imports/$id', at: newestImport },
  { route: '/security', openings: [pressing('entry', /^Show /)] },
  { route: '/security/openings' },
  { route: '/security/sessions' },
  {
    route: '/security/inspections',
    openings: [modalBehind('open', 'Open an inspection'), modalBehind('end', /^End /)],
  },
  { route: '/security/privacy' },
  { route: '/security/policy' },
  { route: '/connections', openings: [modalBehind('make', 'Make a key')] },
  { route: '/connections/documentation' },
  {
    route: '/documents/patients',
    openings: [modalBehind('link', /^Link /), modalBehind('delete', /^Delete /)],
  },
  {
    route: '/coupon-manager',
    openings: [modalBehind('add', 'Add Coupon Code'), modalBehind('edit', /^Edit /), modalBehind('remove', /^Remove /)],
  },
  {
    route: '/fedex-requests',
    openings: [modalBehind('edit', /^Edit request/), modalBehind('notify', /^Send notification/)],
  },
  {
    route: '/assets-manager',
    openings: [modalBehind('add', 'Add Asset'), modalBehind('edit', /^Edit /), modalBehind('remove', /^Delete /)],
  },
  { route: '/hc-staff-manager', openings: [modalBehind('edit', /^Edit /)] },
  { route: '/rhc-manager', openings: [modalBehind('edit', /^Edit /)] },
  { route: '/all-transaction-report', openings: [modalBehind('edit', /^Edit transaction/)] },
  { route: '/patients/$id', at: anasRecord, openings: [pressing('edit', 'Edit data')] },
  { route: '/custom-site-registration', openings: [pressing('missing', 'Start Registration')] },
];

/** The tours of administrators of the network and of one site. */
export const administratorTours: readonly Tour[] = [
  { who: 'admin', account: 'admin', stops: withMenu(7, [], [...users, ...managers]) },
  {
    who: 'super-admin',
    account: 'super',
    stops: withMenu(
      10,
      [],
      [
        { route: '/dashboard' },
        {
          route: '/dashboard',
          name: 'users-of-one-name',
          ready: only('hc2@vialkeep.test'),
          openings: [
            details('details', /Owen Takahashi/),
            modalBehindMenu('login-as', /^Actions for/, 'Login as User'),
          ],
        },
      ],
    ),
  },
  {
    who: 'north-admin',
    account: 'admin@north.test',
    isOnNorth: true,
    stops: withMenu(7, [], [{ route: '/dashboard' }]),
  },
];
