import type { Response } from 'playwright-core';
import { expect, test } from 'vitest';
import { breachesOn } from '../../page/accessible.ts';
import { type Look, settled, sidewaysOverflow, wear } from '../../page/looks.ts';
import { bar, heading } from '../../page/portal.ts';
import { addAuthenticator } from '../../people/authenticator.ts';
import { loggedIn, type Person, visitor } from '../../people/person.ts';

/** From the narrowest phone to a desktop; a window of 1440 px at a zoom of 200 % has 720 px of CSS. */
const WIDTHS = [320, 390, 720, 1024, 1440];
const looksOfWidths: readonly Look[] = WIDTHS.flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ name: `${scheme}-${width}`, scheme, width, height: 850 })),
);
const MOST_PASSKEY_BYTES = 4_000;

const screens: Readonly<Record<string, readonly string[]>> = {
  admin: ['/security', '/security/openings', '/security/sessions', '/security/privacy', '/security/policy'],
  patient: ['/settings', '/who-saw-my-record', '/profile'],
  visitor: ['/', '/invitation?key=none', '/not-me?key=none', '/email-confirm?key=none', '/email-undo?key=none'],
};

async function visit(account: string): Promise<Person> {
  if (account !== 'visitor') return loggedIn(account);
  const person = await visitor();
  // The keys of the links are not those of a letter.
  person.expectsRefusal(400, '/api/v1/invitations/open/');
  return person;
}

test.each(Object.entries(screens))(
  'the screens of identity have no breach and no sideways scroll for %s, in light and dark, from 320 px to 1440 px and at a zoom of 200 %%',
  async (account, paths) => {
    const { page, calm } = await visit(account);
    const faults: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await heading(page).waitFor();
      await calm();
      for (const look of looksOfWidths) {
        await wear(page, look);
        await settled(page);
        const breaches = await breachesOn(page);
        const overflow = await sidewaysOverflow(page);
        faults.push(...breaches.map((breach) => `${path}, ${look.name}: ${breach}`));
        if (overflow > 0) faults.push(`${path}, ${look.name}: ${overflow} px too wide`);
      }
    }
    console.log(`${account}: ${paths.length} screens in ${looksOfWidths.length} looks, ${faults.length} faults`);
    expect(faults, faults.join('\n')).toEqual([]);
  },
);

test('the code of passkeys is loaded when a passkey is used, and is small', async () => {
  const { page, calm } = await visitor();
  await addAuthenticator(page);
  await page.goto('/');
  await heading(page, 'Admin Login').waitFor();
  await calm();
  const loaded: Response[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) loaded.push(response);
  });
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await bar(page, 'The passkey was not used.').waitFor();
  let bytes = 0;
  for (const response of loaded) {
    // A code of the library's own errors; other files come with the first use of any form.
    if (!(await response.text()).includes('ERROR_CEREMONY_ABORTED')) continue;
    bytes += Number(response.headers()['content-length'] ?? 0);
  }
  console.log(`Passkeys: ${bytes} bytes on the wire.`);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(MOST_PASSKEY_BYTES);
});
