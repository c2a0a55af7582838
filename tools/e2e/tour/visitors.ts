import { bar, field, heading, modal } from '../page/portal.ts';
import { DEMO_PASSWORD } from '../people/accounts.ts';
import { unique } from '../people/new-user.ts';
import { guestsDocument, inspection, invitation, paperOfAMember, repsSignUp, staffSignUp } from './places.ts';
import { pressing } from './presses.ts';
import type { Tour } from './stops.ts';

/** Pages that need no session. */
export const visitorTours: readonly Tour[] = [
  {
    who: 'visitor',
    refusals: [
      [400, '/api/admin/login/'],
      [400, '/api/v1/identity/email/confirm/'],
      [400, '/api/v1/identity/email/approve/'],
      [400, '/api/v1/identity/email/undo/'],
      [400, '/api/v1/invitations/open/'],
      [400, '/api/v1/identity/not-me/'],
    ],
    stops: [
      {
        route: '/',
        openings: [
          pressing('missing', 'Login', (page) => bar(page, 'need your attention.').waitFor()),
          {
            name: 'refused',
            open: async (page) => {
              await field(page, 'Login').fill('nobody@vialkeep.test');
              await field(page, 'Password').fill('wrong');
              await page.getByRole('button', { name: 'Login', exact: true }).click();
              await bar(page, 'Unable to log in').waitFor();
            },
          },
        ],
      },
      {
        route: '/forgot-password',
        openings: [
          {
            name: 'answer',
            open: async (page) => {
              await field(page, 'Email').fill('nobody@vialkeep.test');
              await page.getByRole('button', { name: 'Reset Password' }).click();
              await modal(page).waitFor();
            },
          },
        ],
      },
      ...Object.entries({ confirm: 'Confirm', approve: 'Approve', undo: 'Undo' }).map(([what, act]) => ({
        route: `/email-${what}`,
        at: `/email-${what}?key=none`,
        openings: [pressing('over', act, (page) => heading(page, 'This link does not work').waitFor())],
      })),
      { route: '/invitation', at: invitation, openings: [pressing('missing', 'Open my account')] },
      {
        route: '/invitation',
        name: 'invitation-over',
        at: '/invitation?key=x',
        ready: (page) => page.getByRole('button', { name: 'Send me a new one' }).waitFor(),
      },
      {
        route: '/not-me',
        at: '/not-me?key=x',
        openings: [pressing('over', 'This was not me', (page) => page.getByRole('alert').waitFor())],
      },
      {
        route: '/inspection',
        at: inspection,
        openings: [pressing('code', 'Send me a code', (page) => field(page, 'Code from the letter').waitFor())],
      },
      { route: '/inspection', name: 'inspection-without-key' },
      { route: '/unauthorized' },
      { route: '/not-there', name: 'page-not-found' },
    ],
  },
  {
    who: 'guest',
    stops: [
      { route: '/sign-your-document', name: 'guest-problem' },
      {
        route: '/sign-your-document',
        name: 'guest-document',
        at: guestsDocument,
        ready: (page) => page.frameLocator('iframe').getByLabel('Type your full name').waitFor(),
      },
      {
        route: '/sign/$signingId',
        name: 'paper',
        at: paperOfAMember,
        ready: (page) => page.getByLabel('Type your full name').waitFor(),
        openings: [
          pressing('missing', 'Sign document', (page) => page.getByText('Please agree to sign').waitFor()),
          {
            name: 'drawing',
            open: (page) => page.getByText('Draw your signature as well (optional)').click(),
          },
          pressing('decline', 'Decline to sign', (page) => modal(page).waitFor()),
        ],
      },
      { route: '/patient-signed-completed-message', name: 'signed-problem' },
      {
        route: '/patient-signed-completed-message',
        name: 'signed-thanks',
        at: '/patient-signed-completed-message?documentId=x',
      },
      { route: '/patient-signed-completed-message-from-email' },
      { route: '/hc-signed-completed-message' },
      { route: '/signed-completed-message' },
      {
        route: '/verify',
        openings: [
          {
            name: 'not-ours',
            open: async (page) => {
              await field(page, 'Code printed on the document').fill('0000-0000-0000-0000');
              await page.getByRole('button', { name: 'Check code' }).click();
              await page.getByRole('heading', { name: 'Not one of ours' }).waitFor();
            },
          },
        ],
      },
    ],
  },
  {
    who: 'sign-up',
    stops: [
      { route: '/sales-rep-registration', openings: [pressing('missing', 'Submit')] },
      { route: '/sales-manager-registration' },
      { route: '/sales-distributor-registration' },
      { route: '/admin-registration-process', at: '/admin-registration-process?pass=x' },
      {
        route: '/harvest-center-registration',
        at: repsSignUp('/harvest-center-registration'),
        openings: [
          pressing('missing', 'Next'),
          {
            name: 'signing',
            open: async (page) => {
              for (const [label, value] of Object.entries(clinic)) await field(page, label).fill(value);
              await field(page, 'E-mail').fill(`${unique('clinic')}@people.test`);
              await page.keyboard.press('Escape');
              await page.getByRole('button', { name: 'Next' }).click();
              await page.frameLocator('iframe').getByLabel('Type your full name').waitFor();
            },
          },
        ],
      },
      {
        route: '/referral-harvest-center-registration',
        at: repsSignUp('/referral-harvest-center-registration'),
      },
      {
        route: '/referral-harvest-center-registration',
        name: 'unknown-inviter',
        at: '/referral-harvest-center-registration?srid=abc',
      },
      { route: '/hc-staff-registration', at: staffSignUp },
    ],
  },
  {
    who: 'kit',
    stops: [
      { route: '/dev/kit', name: 'tables' },
      { route: '/dev/kit/states', name: 'states', ready: (page) => page.getByText('Loading users...').waitFor() },
      { route: '/dev/kit/forms', name: 'forms' },
      { route: '/dev/kit/feedback', name: 'feedback', ready: (page) => heading(page, 'Feedback').waitFor() },
      { route: '/dev/kit/plots', name: 'plots' },
      { route: '/dev/kit/samples', name: 'samples' },
      { route: '/dev/kit/bench', name: 'bench' },
    ],
  },
  {
    who: 'north-visitor',
    isOnNorth: true,
    stops: [{ route: '/' }, { route: '/verify' }, { route: '/sales-rep-registration' }],
  },
];

const clinic = {
  'Dr. First Name': 'Ada',
  'Dr. Last Name': 'Moreau',
  Password: DEMO_PASSWORD,
  'Clinic Name': 'Moreau Clinic',
  'Clinic Phone Number': '+1 512 555 0100',
  'Address Line 1': '1 Main St',
  City: 'Austin',
  State: 'Texas',
  Country: 'United States',
};
