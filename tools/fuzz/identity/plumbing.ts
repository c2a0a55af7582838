import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { png } from '../../../server/testing/documents/pictures.ts';
import { type Attack, requirePrepared } from './attack.ts';
import { demoPerson, newCenter, type Person } from './people.ts';
import { MAIN_HOST, OTHER_HOST, type Target } from './target.ts';

/** The number of unused files that one account may upload per day. */
const MOST_UPLOADS = 50;

/** Attacks on the infrastructure: Host headers, exports, file storage, proxies. */
export const plumbing: readonly Attack[] = [
  {
    name: 'a request with two Host headers is answered',
    expected: '400',
    make: async (target) => {
      const head = `GET /site.json HTTP/1.1\r\nHost: ${MAIN_HOST}\r\nHost: ${OTHER_HOST}\r\nConnection: close\r\n\r\n`;
      const answer = await target.client.sendBytes(head);
      if (typeof answer === 'string') throw new Error(`The request ${answer}.`);
      return { seen: String(answer.status), refused: answer.status === 400 };
    },
  },
  formula('a formula behind a semicolon in a name runs in a spreadsheet', ';'),
  formula('a formula behind a tab in a name runs in a spreadsheet', '\t'),
  {
    name: 'a logo that was replaced is still served',
    expected: '404, the new one is served',
    make: async (target) => {
      const center = await newCenter(target);
      const old = await useLogo(center);
      const newer = await useLogo(center);
      const [first, second] = [await logo(target, old), await logo(target, newer)];
      requirePrepared(second.isGood, `the logo in use is served: ${second.told}`);
      return { seen: `old ${first.told}, new ${second.told}`, refused: first.status === 404 };
    },
  },
  {
    name: 'a picture that was uploaded and never used is served to strangers',
    expected: '404',
    make: async (target) => {
      const answer = await logo(target, await uploadLogo(await newCenter(target)));
      return { seen: answer.told, refused: answer.status === 404 };
    },
  },
  {
    name: 'a logo of the main site is served under the name of a custom site',
    expected: '404, on its own site it is served',
    make: async (target) => {
      const name = await useLogo(await newCenter(target));
      const [home, elsewhere] = [await logo(target, name), await logo(target, name, OTHER_HOST)];
      requirePrepared(home.isGood, `the logo is served at home: ${home.told}`);
      return { seen: `elsewhere ${elsewhere.told}, at home ${home.told}`, refused: elsewhere.status === 404 };
    },
  },
  {
    name: 'one account uploads 60 files on a day and uses none',
    expected: `429 after ${MOST_UPLOADS}`,
    make: async (target) => {
      const { browser } = await newCenter(target);
      let kept = 0;
      for (let n = 0; n < 60; n += 1) {
        const answer = await browser.upload(LOGOS, { name: 'logo.png', bytes: png });
        if (answer.isGood) kept += 1;
      }
      return { seen: `${kept} of 60 kept`, refused: kept > 0 && kept <= MOST_UPLOADS };
    },
  },
  {
    name: 'nginx reads, as root, a file that the product writes',
    expected: 'no such include in deploy/nginx',
    make: async ({ checkout }) => {
      const folder = join(checkout, 'deploy/nginx');
      const texts = readdirSync(folder)
        .filter((name) => name.endsWith('.conf'))
        .map((name) => readFileSync(join(folder, name), 'utf8'));
      requirePrepared(
        texts.some((text) => text.includes('server_name')),
        'the configuration of nginx is there',
      );
      const includes = texts.flatMap((text) => [...text.matchAll(/^[^#\n]*\binclude\s+([^;]+);/gm)]);
      const written = includes.map(([, path = '']) => path).filter((path) => path.startsWith('/var/lib/vialkeep'));
      return { seen: written.join(', ') || 'none', refused: written.length === 0 };
    },
  },
];

const LOGOS = '/api/v1/utilities/upload-hc-logo/';

async function uploadLogo({ browser }: Person): Promise<string> {
  const kept = await browser.upload(LOGOS, { name: 'logo.png', bytes: png });
  requirePrepared(kept.isGood, `a center uploads a logo: ${kept.told}`);
  return kept.text('filename');
}

async function useLogo(center: Person): Promise<string> {
  const name = await uploadLogo(center);
  const used = await center.browser.patch(`/api/v1/users/${center.id}/`, { hc_logo: name });
  requirePrepared(used.isGood, `a center uses its logo: ${used.told}`);
  return name;
}

function logo(target: Target, name: string, host = MAIN_HOST) {
  return target.visitor({ host }).get(`/media/hc-logos/${name}`);
}

/** A spreadsheet that reads this character as a cell separator would run the formula behind it. */
function formula(name: string, sign: string): Attack {
  return {
    name,
    expected: "an apostrophe stands before '='",
    make: async (target) => {
      const word = target.newWord();
      await newCenter(target, { company: `${word}${sign}=cmd()` });
      const admin = await demoPerson(target, 'admin');
      const file = await admin.browser.get(`/api/admin/users/export-csv/?search=${word}`);
      requirePrepared(file.isGood && file.words.includes(word), `the center is in the file: ${file.told}`);
      const cell = new RegExp(`${word}[^\\r\\n,"]*`).exec(file.words)?.[0] ?? '';
      return { seen: JSON.stringify(cell), refused: !cell.includes(`${sign}=`) };
    },
  };
}
