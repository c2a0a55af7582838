import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { describe, expect, test } from 'vitest';
import { nextStep } from './next-step.ts';

const begun: CustomSite = {
  id: DomainId.parse(3),
  name: 'Coastline',
  url: 'https://coast.localhost',
  host: 'coast.localhost',
  address: 'http://coast.localhost:3000',
  server_ip: '127.0.0.1',
  configured: false,
  admin_email: null,
  folder_created: false,
  domain_file_created: false,
  up: false,
  found: null,
  certified: false,
  certified_until: null,
};
const admin = {
  first_name: 'Sol',
  last_name: 'Reyes',
  email: 'sol@coast.localhost',
  phone: '',
  password: 'long-enough',
};
const typed = {
  ...admin,
  email_sender: 'a@b.test',
  support_email: '',
  colour: '#0b5c6b',
  logo: new File(['x'], 'l.png'),
};

describe('F157 U-39 Next step of a registration', () => {
  test('the next step follows the documented order, by the state that the server has stored', () => {
    const seen: (string | undefined)[] = [];
    const kept = [
      {},
      { configured: true },
      { admin_email: admin.email },
      { folder_created: true },
      { domain_file_created: true },
      { up: true },
      { certified: true },
    ];
    let site = begun;
    for (const more of kept) {
      site = { ...site, ...more };
      seen.push(nextStep(site, typed)?.does);
    }
    expect(seen).toEqual(['configure', 'admin', 'folder', 'file', undefined, 'certificate', undefined]);
  });

  test('after a reload the registration waits only for input that is not stored', () => {
    expect(nextStep(begun, {})).toBeNull();
    expect(nextStep({ ...begun, configured: true }, {})).toBeNull();
    expect(nextStep({ ...begun, configured: true, admin_email: admin.email }, {})?.does).toBe('folder');
  });
});
