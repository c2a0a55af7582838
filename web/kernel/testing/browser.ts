import { vi } from 'vitest';

/** A fake browser with what the kernel uses: two storages, cookies, a location, and the site in the page. */
export function standInBrowser() {
  const cookies = new Map<string, string>();
  const visited: string[] = [];
  const browser = { localStorage: storage(), sessionStorage: storage(), cookies, visited };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', browser.localStorage);
  vi.stubGlobal('sessionStorage', browser.sessionStorage);
  vi.stubGlobal('location', {
    protocol: 'http:',
    host: 'localhost:3000',
    assign: (address: string) => visited.push(address),
  });
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: JSON.stringify(writtenSite) }),
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(written: string) {
      const [pair = '', ...attributes] = written.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('max-age=0')) cookies.delete(name);
      else cookies.set(name, value);
    },
  });
  return browser;
}

/** The site that the server writes into the page. */
export const writtenSite = {
  id: 1,
  name: 'Vialkeep',
  product: 'Vialkeep',
  brand: 'Vialkeep',
  support_email: 'support@vialkeep.test',
  colour: '#0b5c6b',
  logo: null,
  admin_host: '',
  default_rhc_srid: 606,
  version: 'test',
  demo: true,
};

/** A fake storage whose keys are its own properties, as in a browser. */
function storage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  // @NOTE contains only what the kernel calls.
  return Object.create(methods) as Storage;
}
