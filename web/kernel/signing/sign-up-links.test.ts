import { afterEach, expect, test, vi } from 'vitest';
import { standInBrowser } from '../testing/browser.ts';

standInBrowser();
const { site } = await import('../site.ts');
const { referralSignUpLink, repSignUpLinks, staffSignUpLink } = await import('./sign-up-links.ts');

afterEach(() => {
  vi.restoreAllMocks();
  site.admin_host = '';
});

test('F082 the link for staff contains the center, on the current host', () => {
  expect(staffSignUpLink(1014)).toBe('http://localhost:3000/hc-staff-registration/?hcid=1014');
});

test('F081 the link for referral centers contains the house sales rep and the center', () => {
  expect(referralSignUpLink(1014)).toBe(
    'http://localhost:3000/referral-harvest-center-registration/?srid=606&hcid=1014',
  );
});

test('F124 a rep has two links, one with and one without a slash before the question mark', () => {
  expect(repSignUpLinks(1011)).toEqual({
    harvestCenter: 'http://localhost:3000/harvest-center-registration/?srid=1011',
    referralCenter: 'http://localhost:3000/referral-harvest-center-registration?srid=1011',
  });
});

test.each([
  ['portal.example.com', 'http://portal.example.com'],
  ['https://portal.example.com/', 'https://portal.example.com'],
])('C-17 with a separate administration host %s, links start with it', (host, start) => {
  site.admin_host = host;
  expect(staffSignUpLink(7)).toBe(`${start}/hc-staff-registration/?hcid=7`);
});
