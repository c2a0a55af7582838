import type { Page } from 'playwright-core';
import { heading, modal } from '../page/portal.ts';
import {
  anasRecord,
  batchOfTheDemo,
  boxOfTheDemo,
  centerOfTheLab,
  countOfTheDemo,
  deviationOfTheDemo,
  labOfTheDemo,
  newMember,
  orderOfTheDemo,
  vialOfTheBench,
} from './places.ts';
import { modalBehind, pressing, tab } from './presses.ts';
import { type Opening, type Stop, type Tour, withMenu } from './stops.ts';

const recordTabs: readonly Opening[] = [
  tab('processing', 'Processing data'),
  tab('vials', 'Vials'),
  tab('documents', 'Documents'),
];

const askForLabel = (page: Page, row: string) =>
  page
    .locator('[role="row"], [data-row]')
    .filter({ hasText: row })
    .first()
    .getByRole('button', { name: /^Request FedEx Label/ })
    .click();

/** This patient has not signed all documents yet. */
const labelOfAna: Opening = {
  name: 'pending',
  open: async (page) => {
    await askForLabel(page, 'Ana Whitfield');
    await modal(page).waitFor();
  },
};

const labelForm: Opening = {
  name: 'form',
  open: async (page) => {
    await askForLabel(page, 'Next: Request');
    await page.getByRole('form', { name: 'Request FedEx Label Form' }).waitFor();
  },
};

const ownPlaces: readonly Stop[] = [
  {
    route: '/hc-locations',
    openings: [modalBehind('form', 'Add'), modalBehind('edit', /^Edit /), modalBehind('delete', /^Delete /)],
  },
  { route: '/hc-payments', openings: [pressing('form', 'Add'), modalBehind('delete', /^Delete /)] },
];

/** The tours of harvest centers, referral centers, their staff and labs. */
export const clinicTours: readonly Tour[] = [
  {
    who: 'harvest-center',
    account: 'hc',
    stops: withMenu(
      4,
      [],
      [
        {
          route: '/dashboard',
          openings: [modalBehind('patient', /^View #/)],
        },
        { route: '/patients/$id', at: anasRecord, openings: recordTabs },
        { route: '/patients/$id', name: 'nobodys-record', at: '/patients/1' },
        {
          route: '/staff-view',
          openings: [
            modalBehind('qr-code', 'Show QR code'),
            modalBehind('refuse', /^Refuse /),
            modalBehind('delete', /^Delete /),
          ],
        },
        { route: '/request-patients-signatures', openings: [pressing('missing', 'Send Request')] },
        { route: '/upload-patient-documents', openings: [pressing('missing', 'Save')] },
        { route: '/patients-signatures' },
        { route: '/fedex-request-label', openings: [labelOfAna, labelForm] },
        ...ownPlaces,
        {
          route: '/harvest-center/checkout/processing-fee',
          openings: [modalBehind('paid', 'Proceed Checkout', 'has been ordered')],
        },
        {
          route: '/harvest-center/checkout/product/{-$id}',
          name: 'checkout-vials',
          at: '/harvest-center/checkout/product/2',
        },
        {
          route: '/harvest-center/checkout/product/{-$id}',
          name: 'checkout-pre-order',
          at: '/harvest-center/checkout/product/14',
        },
        {
          route: '/harvest-center/checkout/product/{-$id}',
          name: 'checkout-kit',
          at: '/harvest-center/checkout/product/3',
        },
        { route: '/lab/{-$id}', at: labOfTheDemo },
        { route: '/unauthorized' },
      ],
    ),
    refusals: [[404, '/api/v1/users/1/record/']],
  },
  {
    who: 'new-harvest-center',
    account: 'new-hc',
    stops: [{ route: '/dashboard', name: 'agreement', ready: (page) => modal(page).waitFor() }],
  },
  {
    who: 'unattested-harvest-center',
    account: async () => (await newMember(4)).email,
    stops: [
      { route: '/dashboard' },
      {
        route: '/hc-profile',
        openings: [
          pressing('signing', 'Sign Attestation Document', (page) =>
            modal(page, 'Sign Document').frameLocator('iframe').getByLabel('Type your full name').waitFor(),
          ),
        ],
      },
      { route: '/patients-signatures' },
      { route: '/hc-transaction-history' },
      { route: '/hc-locations' },
      { route: '/hc-payments' },
    ],
  },
  {
    who: 'referral-center',
    account: 'rhc',
    stops: withMenu(
      5,
      [],
      [
        { route: '/dashboard', openings: [modalBehind('patient', /^View #/)] },
        { route: '/harvest-center/checkout/harvest-fee' },
        {
          route: '/harvest-center/checkout/product/{-$id}',
          name: 'checkout-vials',
          at: '/harvest-center/checkout/product/2',
        },
        ...ownPlaces,
      ],
    ),
  },
  {
    who: 'staff',
    account: 'staff',
    stops: withMenu(9, [], [{ route: '/dashboard', openings: [modalBehind('access', 'Access to this HC')] }]),
  },
  {
    who: 'staff-in-a-center',
    account: 'staff2',
    begin: enterTheCenter,
    stops: [
      { route: '/dashboard' },
      { route: '/staff-view' },
      { route: '/hc-profile' },
      { route: '/patients/$id', at: anasRecord },
      { route: '/harvest-center/checkout/processing-fee' },
    ],
  },
  {
    who: 'bench-lab',
    account: 'lab2',
    stops: [
      { route: '/bench', openings: [modalBehind('begin-shift', 'Type the badge')] },
      { route: '/bench/operators', openings: [modalBehind('add-operator', 'Add operator')] },
      { route: '/vial/$code', at: vialOfTheBench },
      { route: '/bench/storage', openings: [modalBehind('add', 'Add')] },
      { route: '/bench/storage/$id', at: boxOfTheDemo, openings: [modalBehind('change', 'Change')] },
      { route: '/bench/orders' },
      { route: '/bench/orders/$id', at: orderOfTheDemo, openings: [modalBehind('cancel', 'Cancel order')] },
      { route: '/bench/counts' },
      { route: '/bench/counts/$id', at: countOfTheDemo },
      { route: '/bench/lots', openings: [modalBehind('add', /^Add kits lot HK-2411/)] },
      { route: '/bench/arrivals' },
      { route: '/bench/arrivals/new' },
      { route: '/bench/batches' },
      { route: '/bench/batches/$id', at: batchOfTheDemo },
      { route: '/bench/release' },
      { route: '/bench/discard' },
      { route: '/bench/deviations' },
      { route: '/bench/deviations/$id', at: deviationOfTheDemo },
    ],
  },
  { who: 'bench-clinic', account: 'hc2', stops: [{ route: '/harvest-day' }] },
  {
    who: 'lab',
    account: 'lab',
    stops: withMenu(
      1,
      [],
      [
        { route: '/dashboard', openings: [modalBehind('patient', /^View #/)] },
        { route: '/lab/$lab_id/harvest-center/{-$harvestcenter_id}', at: centerOfTheLab },
        {
          route: '/patients/$id',
          at: anasRecord,
          openings: [
            ...recordTabs.filter(({ name }) => name !== 'documents'),
            pressing('edit', 'Edit data'),
            {
              name: 'add-vials',
              open: async (page) => {
                await page.getByRole('tab', { name: 'Vials' }).click();
                await page.getByRole('button', { name: 'Add vials', exact: true }).click();
              },
            },
            {
              name: 'ship-vials',
              open: async (page) => {
                await page.getByRole('tab', { name: 'Vials' }).click();
                const side = page.getByRole('tab', { name: 'Shipped' });
                const ship = page.getByRole('button', { name: 'Ship vials', exact: true });
                await side.or(ship).first().waitFor();
                if (await side.isVisible()) await side.click();
                await ship.click();
              },
            },
          ],
        },
      ],
    ),
  },
  {
    who: 'north-center',
    account: 'hc@north.test',
    isOnNorth: true,
    stops: [{ route: '/dashboard' }, { route: '/hc-profile' }],
  },
];

async function enterTheCenter(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Access to this HC' }).first().click();
  await modal(page, 'Access').getByRole('button', { name: 'Proceed' }).click();
  await heading(page, 'Hello Maria').waitFor();
}
