import type { Page } from 'playwright-core';
import { field, modal, openUserMenu } from '../page/portal.ts';
import { newMember } from './places.ts';
import { modalBehind, pressing } from './presses.ts';
import { type Opening, type Tour, withMenu } from './stops.ts';

/** The overlays that the frame has on every page. */
export const frameOpenings: readonly Opening[] = [
  { name: 'user-menu', open: openUserMenu },
  {
    name: 'search',
    open: async (page) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('e');
      await page.getByRole('option').first().waitFor();
    },
  },
  modalBehind('recent-messages', 'Recent messages'),
  {
    name: 'shortcuts',
    open: async (page) => {
      await page.keyboard.press('?');
      await modal(page).waitFor();
    },
  },
  { ...modalBehind('menu', 'Menu'), only: 'phone' },
  modalBehind('suggested-resources', 'Resource Center'),
];

const contact: Opening = {
  name: 'letter',
  open: async (page) => {
    await field(page, 'Message').fill('When is my sample ready?');
    await page.getByRole('button', { name: 'Submit' }).click();
    await modal(page).waitFor();
  },
};

const signing = (button: RegExp) =>
  pressing('signing', button, (page: Page) =>
    modal(page, 'Sign Document').frameLocator('iframe').getByLabel('Type your full name').waitFor(),
  );

/** The tours of patients and other users who act only for themselves. */
export const memberTours: readonly Tour[] = [
  {
    who: 'patient',
    account: 'patient',
    stops: withMenu(
      2,
      [1],
      [
        { route: '/dashboard', openings: [...frameOpenings, signing(/Storage$/)] },
        { route: '/contact', openings: [contact] },
        { route: '/settings', openings: [modalBehind('sign-out', 'Sign out everywhere else')] },
        { route: '/who-saw-my-record' },
        { route: '/second-factor' },
        {
          route: '/password',
          openings: [pressing('missing', 'Submit')],
        },
        { route: '/hc-locations', openings: [modalBehind('form', 'Add')] },
        { route: '/hc-payments', openings: [pressing('form', 'Add')] },
        { route: '/checkout/patient-vials' },
      ],
    ),
  },
  {
    who: 'new-patient',
    account: async () => (await newMember()).email,
    stops: [
      { route: '/dashboard', openings: [signing(/^Screening/)] },
      { route: '/profile', openings: [pressing('missing', 'Save')] },
      { route: '/resource-center' },
    ],
  },
  { who: 'donor', account: 'donor', stops: withMenu(12, [], [{ route: '/dashboard' }]) },
  {
    who: 'patients-list',
    account: 'viewer',
    stops: withMenu(15, [], [{ route: '/dashboard', openings: [modalBehind('patient', /^View #/)] }]),
  },
  {
    who: 'buyer',
    account: 'buyer',
    stops: withMenu(16, [1], [{ route: '/dashboard' }, { route: '/checkout/patient-vials' }]),
  },
  {
    who: 'north-patient',
    account: 'patient@north.test',
    isOnNorth: true,
    stops: [{ route: '/dashboard' }, { route: '/profile' }, { route: '/billing' }],
  },
];
