import { beforeEach, expect, test } from 'vitest';
import { standInBrowser } from '../testing/browser.ts';
import { page } from './page.ts';
import { consumeRedirect, hasPage, knownPaths, registerPages, rememberRedirect } from './page-registry.ts';

const load = () => Promise.reject(new Error('not opened in this test'));
beforeEach(() => {
  standInBrowser();
  registerPages([
    page({ path: '/dashboard', name: 'dashboard', frame: 'framed', load }),
    page({ path: '/password', name: 'password', frame: 'framed', load }),
  ]);
});

test('F004 any redirect in the address leads to the change-password screen, once', () => {
  rememberRedirect('?redirect=https://elsewhere.test');
  expect(localStorage.getItem('redirect')).toBe('password');
  expect(consumeRedirect().to).toBe('/password');
  expect(localStorage.getItem('redirect')).toBeNull();
  expect(consumeRedirect().to).toBe('/dashboard');
});

test('without a redirect the dashboard opens', () => {
  rememberRedirect('?other=1');
  expect(consumeRedirect().to).toBe('/dashboard');
});

test('a stored name that is not a page of the portal is ignored', () => {
  localStorage.setItem('redirect', '//elsewhere.test');
  expect(consumeRedirect().to).toBe('/dashboard');
});

test('a stored name of a guest page, or of one that needs ids in its address, leads to the dashboard', () => {
  registerPages([
    page({ path: '/', name: 'guest', frame: 'bare', load }),
    page({ path: '/forgot-password', name: 'forgotpassword', frame: 'bare', load }),
    page({ path: '/sign-your-document', name: 'patientsignindocument', frame: 'bare', load }),
    page({
      path: '/harvest-center/checkout/product/{-$id}',
      name: 'checkoutproduct',
      frame: 'framed',
      needsId: 'id',
      load,
    }),
    page({
      path: '/lab/$lab_id/harvest-center/{-$harvestcenter_id}',
      name: 'harvestCenterPatients',
      frame: 'framed',
      load,
    }),
  ]);
  for (const name of ['guest', 'forgotpassword', 'patientsignindocument', 'checkoutproduct', 'harvestCenterPatients']) {
    localStorage.setItem('redirect', name);
    expect([name, consumeRedirect().to]).toEqual([name, '/dashboard']);
    expect(localStorage.getItem('redirect')).toBeNull();
  }
});

test('existing pages are known by their path', () => {
  expect(hasPage('/password')).toBe(true);
  expect(hasPage('/hc-payments')).toBe(false);
});

test('pages inside the frame are listed with readable addresses', () => {
  registerPages([
    page({ path: '/', frame: 'bare', load }),
    page({ path: '/lab/{-$id}', frame: 'framed', load }),
    page({ path: '/lab/$lab_id/harvest-center/{-$harvestcenter_id}', frame: 'framed', load }),
  ]);
  expect(knownPaths()).toEqual(['/lab/:id', '/lab/:lab_id/harvest-center/:harvestcenter_id']);
});
