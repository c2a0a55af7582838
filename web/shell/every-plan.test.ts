import { type Plan, plans } from '@vialkeep/contract/plans.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../kernel/navigation/page.ts';
import { standInBrowser } from '../kernel/testing/browser.ts';
import { redirectFor } from './guards.ts';
import { entriesOf, menuFor } from './menu.ts';

let pages: readonly Page[];
// Some lists read the page's site.
beforeAll(async () => {
  standInBrowser();
  ({ pages } = await import('./pages.ts'));
});

/** The plans of each page behind the login that is not open to all plans (W-02). */
const audiences: Readonly<Record<string, readonly Plan[]>> = {
  '/money/commissions': [7, 10],
  '/money/plans': [7, 10],
  '/my-commissions': [3, 6, 8, 11],
  '/money/journal': [7, 10],
  '/money/settings': [7, 10],
  '/money/refunds': [7, 10],
  '/money/payouts': [7, 10],
  '/money': [7, 10],
  '/money/overview': [7, 10],
  '/money/reconciliation': [7, 10],
  '/money/storage': [7, 10],
  '/bench': [1, 7, 10],
  '/connections': [1, 4, 5, 7, 10],
  '/connections/documentation': [1, 4, 5, 7, 10],
  '/bench/operators': [1, 7, 10],
  '/bench/settings': [7, 10],
  '/vial/$code': [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 15],
  '/bench/storage': [1, 7, 10],
  '/bench/storage/$id': [1, 7, 10],
  '/bench/counts': [1, 7, 10],
  '/bench/counts/$id': [1, 7, 10],
  '/bench/orders': [1, 7, 10],
  '/bench/orders/$id': [1, 7, 10],
  '/bench/lots': [1, 7, 10],
  '/bench/arrivals': [1, 7, 10],
  '/bench/arrivals/new': [1, 7, 10],
  '/bench/batches': [1, 7, 10],
  '/bench/batches/$id': [1, 7, 10],
  '/bench/release': [1, 7, 10],
  '/bench/discard': [1, 7, 10],
  '/bench/deviations': [1, 7, 10],
  '/bench/deviations/$id': [1, 7, 10],
  '/harvest-day': [4, 5],
  '/billing': [2],
  '/security': [7, 10],
  '/security/openings': [7, 10],
  '/security/sessions': [7, 10],
  '/security/inspections': [7, 10],
  '/security/privacy': [7, 10],
  '/security/policy': [7, 10],
  '/hc-payments': [4, 5, 9],
  '/hc-locations': [4, 5, 9],
  '/hc-profile': [4, 5, 9],
  '/staff-view': [4],
  '/hc-staff-manager': [7, 10],
  '/rhc-manager': [7, 10],
  '/lab/{-$id}': [4, 11],
  '/lab/$lab_id/harvest-center/{-$harvestcenter_id}': [1, 4, 11],
  '/harvest-centers': [3],
  '/referral-harvest-centers': [3],
  '/patients': [3],
  '/patients/$id': [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 15],
  '/referral-patients': [4],
  '/all-patients-team': [6],
  '/all-manager-patients-team': [8],
  '/coupon-manager': [7, 10],
  '/harvest-center/checkout/processing-fee': [4],
  '/harvest-center/checkout/harvest-fee': [5],
  '/harvest-center/checkout/product/{-$id}': [4, 5],
  '/checkout/patient-vials': [],
  '/fedex-request-label': [4, 9],
  '/fedex-request-label-rhc': [5],
  '/fedex-requests': [7, 10],
  '/my-transaction-report': [3],
  '/team-transaction-report': [6],
  '/manager-teams-transaction-report': [8],
  '/all-transaction-report': [7, 10],
  '/hc-transaction-history': [4],
  '/add-sales-rep': [6],
  '/add-sales-manager': [8],
  '/all-manager-sr-team': [8],
  '/request-patients-signatures': [4, 5],
  '/upload-patient-documents': [4],
  '/patients-signatures': [4],
  '/documents/patients': [7, 10],
  '/documents/harvest-centers': [7, 10],
  '/custom-site-registration': [7, 10],
  '/assets-manager': [7, 10],
  '/inactive-users': [7, 10],
  '/imports': [7, 10],
  '/imports/$id': [7, 10],
};
const everybodys = [
  '/dashboard',
  '/profile',
  '/password',
  '/contact',
  '/settings',
  '/second-factor',
  '/email-not-confirmed',
  '/who-saw-my-record',
  '/resource-center',
];
/** Pages that also admit users who order vials for themselves (C-11). */
const ofThoseWhoOrder = ['/hc-payments', '/hc-locations', '/checkout/patient-vials'];

const params = { id: '7', lab_id: '7', harvestcenter_id: '8' };
const visit = (plan: Plan, tags: readonly number[] = []) => ({ plan, tags, params });
const hasPage = (path: string) => pages.some((page) => page.path === path);
const framed = () => pages.filter(({ frame }) => frame === 'framed');

describe('W-02 Page typed into the address bar', () => {
  test('every page is listed as open to all plans or with its own plans', () => {
    const told = [...Object.keys(audiences), ...everybodys].toSorted();
    expect(
      framed()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(told);
  });

  test.each(plans)('a page opens for plan %s or leads to /unauthorized before its screen makes a call', (plan) => {
    for (const page of framed()) {
      const isTheirs = audiences[page.path]?.includes(plan) ?? true;
      expect([page.path, redirectFor(page, visit(plan))]).toEqual([page.path, isTheirs ? null : '/unauthorized']);
    }
  });

  test.each(plans)(
    'a user of plan %s with tag 1 also opens the pages for ordering their vials, and no others',
    (plan) => {
      const isCenter = plan === 4 || plan === 5;
      for (const page of framed()) {
        const isTheirs =
          (audiences[page.path]?.includes(plan) ?? true) || (!isCenter && ofThoseWhoOrder.includes(page.path));
        expect([page.path, redirectFor(page, visit(plan, [1]))]).toEqual([
          page.path,
          isTheirs ? null : '/unauthorized',
        ]);
      }
    },
  );

  test('a custom site’s administrator cannot open the wizard for sites, by the server’s rights', () => {
    const wizard = framed().find(({ path }) => path === '/custom-site-registration');
    if (!wizard) throw new Error('there is no wizard');
    expect(redirectFor(wizard, { ...visit(7), may: ['coupons.administer'] })).toBe('/unauthorized');
    expect(redirectFor(wizard, { ...visit(7), may: ['custom_sites.manage'] })).toBeNull();
    expect(redirectFor(wizard, { ...visit(3), may: ['custom_sites.manage'] })).toBe('/unauthorized');
  });

  test('a page never leads a logged-in user to the login page', () => {
    for (const plan of plans) for (const page of framed()) expect(redirectFor(page, visit(plan))).not.toBe('/');
  });
});

test.each(plans)('every entry of the menu of plan %s opens for it, with tag 1 and without', (plan) => {
  for (const tags of [[], [1]]) {
    for (const { path } of entriesOf(menuFor({ subscription: { id: plan }, tags }, hasPage))) {
      const page = pages.find((one) => one.path === path);
      expect([path, page && redirectFor(page, visit(plan, tags))]).toEqual([path, null]);
    }
  }
});
