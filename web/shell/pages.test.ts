import { beforeAll, expect, test } from 'vitest';
import * as addresses from '../kernel/navigation/addresses.ts';
import type { Page } from '../kernel/navigation/page.ts';
import { standInBrowser } from '../kernel/testing/browser.ts';
import { redirectFor } from './guards.ts';

let pages: readonly Page[];
// Some lists read the page's site.
beforeAll(async () => {
  standInBrowser();
  ({ pages } = await import('./pages.ts'));
});

/** The documented pages with a title; the others have only the product's name. */
const titles: Readonly<Record<string, string>> = {
  '/': 'Guest View',
  '/sign-your-document': 'Sign Document',
  '/sales-rep-registration': 'New Sales Rep',
  '/sales-manager-registration': 'New Sales Manager',
  '/sales-distributor-registration': 'New Sales Distributor',
  '/admin-registration-process': 'New Admin',
  '/harvest-center-registration': 'New Harvest Center',
  '/hc-staff-registration': 'New HC Staff',
  '/referral-harvest-center-registration': 'New Referral Harvest Center',
  '/my-transaction-report': 'My Transaction Report',
  '/team-transaction-report': 'Team Transactions Report',
  '/manager-teams-transaction-report': 'Team Transactions Report',
  '/all-transaction-report': 'All Transactions Report',
  '/hc-transaction-history': 'My Transactions History',
  '/all-patients-team': 'All Patients Report',
  '/all-manager-patients-team': 'All Patients Report',
  '/all-manager-sr-team': 'All Sales Rep Report',
  '/documents/patients': 'All Patients Documents',
  '/documents/harvest-centers': 'All Harvest Center Documents',
  '/inactive-users': 'All Inactive Users',
  '/coupon-manager': 'Coupon Code Manager',
  '/assets-manager': 'Assets Manager',
  '/fedex-requests': 'FedEx Label Request List',
  '/harvest-center/checkout/processing-fee': 'Harvest Center Checkout',
  '/harvest-center/checkout/harvest-fee': 'Harvest Center Checkout',
  '/harvest-center/checkout/product/{-$id}': 'Checkout Product',
  '/lab/{-$id}': 'Lab',
  '/lab/$lab_id/harvest-center/{-$harvestcenter_id}': "Harvest Center's Patients",
  '/hc-locations': 'Locations',
  '/hc-payments': 'Payments',
  '/password': 'Change Password',
  '/contact': 'Contact Us',
  '/staff-view': 'Staff',
  '/fedex-request-label': 'FedEx Label Request',
  '/fedex-request-label-rhc': 'FedEx Label Request',
  '/resource-center': 'Resource Center',
};
const untitled = `/forgot-password /signed-completed-message /patient-signed-completed-message
  /patient-signed-completed-message-from-email /hc-signed-completed-message /dashboard /hc-staff-manager /rhc-manager
  /add-sales-rep /add-sales-manager /checkout/patient-vials /profile /hc-profile /unauthorized /harvest-centers
  /referral-harvest-centers /patients /request-patients-signatures /upload-patient-documents /patients-signatures
  /referral-patients /custom-site-registration`.split(/\s+/);
/** Pages for visitors without a session. */
const open =
  /^\/(?:|forgot-password|unauthorized|verify|inspection|invitation|not-me|email-(?:confirm|approve|undo)|sign(?:-your-document|\/.*)|.*registration(?:-process)?|.*completed-message.*|dev\/.*)$/;

test('F007 every documented page exists, with its own title or none', () => {
  const shown = Object.fromEntries(pages.map(({ path, title }) => [path, title]));
  for (const [path, title] of Object.entries(titles)) expect([path, shown[path]]).toEqual([path, title]);
  for (const path of untitled) expect([path, path in shown, shown[path]]).toEqual([path, true, undefined]);
});

test('F007 the page of the user’s settings has a title, although the specification has no such page', () => {
  expect(pages.find(({ path }) => path === addresses.settings)?.title).toBe('Settings');
});

test('every address has a page, and those of the style guide only in demo mode', () => {
  const paths = pages.map(({ path }) => path);
  const missing = Object.values(addresses).filter((path) => !paths.includes(path));
  expect(missing.filter((path) => !path.startsWith('/dev/kit'))).toEqual([]);
  expect(new Set(paths).size).toBe(paths.length);
});

test('F012 without a session every page except those for visitors leads to the login page', () => {
  const closed = pages.filter(({ path }) => !open.test(path) || path === '/custom-site-registration');
  expect(closed.length).toBeGreaterThan(40);
  for (const page of closed)
    expect([page.path, redirectFor(page, { plan: null, params: {} })]).toEqual([page.path, '/']);
});

test('F152 F153 F154 a registration page without the parameter of its link leads to the login page', () => {
  const visits = [
    ['/admin-registration-process', 'password=1', 'pass=anything'],
    ['/harvest-center-registration', 'hcid=5', 'srid=606'],
    ['/referral-harvest-center-registration', '', 'srid=606'],
  ] as const;
  for (const [path, without, complete] of visits) {
    const page = pages.filter((one) => one.path === path);
    const redirects = (search: string) => page.map((one) => redirectFor(one, { plan: null, params: {}, search }));
    expect([path, redirects(without), redirects(complete)]).toEqual([path, ['/'], [null]]);
  }
});

test('F011 a page without its optional id leads to the dashboard', () => {
  const bound = pages.filter(({ path }) => path.includes('{-$'));
  expect(bound.map(({ path }) => path)).toEqual([
    '/lab/{-$id}',
    '/harvest-center/checkout/product/{-$id}',
    '/lab/$lab_id/harvest-center/{-$harvestcenter_id}',
  ]);
  for (const page of bound) expect(redirectFor(page, { plan: 4, params: {} })).toBe('/dashboard');
});
