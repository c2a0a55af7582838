import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { heading, mainMenu } from '../../page/portal.ts';
import { loggedIn } from '../../people/person.ts';

const AWAY = 'The portal is away for a moment. This page goes on by itself as soon as it is back.';
const LIST = '/api/admin/transactions/';

test('a page whose server has lost its database says so, and shows its list as soon as the database is back', async () => {
  const { page, expectsRefusal } = await loggedIn('admin');
  expectsRefusal(503, LIST);
  await page.goto('/dashboard');
  await heading(page).waitFor();
  const { status, message } = commonRefusals.unavailable;
  const body = JSON.stringify({ success: false, code: 'error', reason: 'unavailable', message, request_id: 'x' });
  const isBack = Promise.withResolvers<void>();
  let refused = 0;
  await page.route(`**${LIST}**`, async (route) => {
    if (refused++ === 0) {
      return route.fulfill({ status, body, contentType: 'application/json', headers: { 'retry-after': '1' } });
    }
    // The repeated read gets no answer meanwhile, so that the checks have as much time as they need.
    await isBack.promise;
    return route.continue();
  });
  await mainMenu(page).getByRole('link', { name: 'Transactions' }).click();
  await page.getByText(AWAY).waitFor();
  await expectAccessibleInEveryLook(page, 'away');
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  isBack.resolve();
  await page.getByRole('row').nth(1).waitFor();
  await page.getByText(AWAY).waitFor({ state: 'detached' });
});
