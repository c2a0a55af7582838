import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Product } from '../../../harness/product.ts';
import { workersOf } from '../../../harness/server-processes.ts';
import { startDemoCopy } from '../../demo-copy.ts';
import { bar, field, heading } from '../../page/portal.ts';
import { Crowd } from '../../people/crowd.ts';
import { type LoggedIn, loggedIn, openSession } from '../../people/person.ts';

const SAVED = 'Record has been updated!';
const BUSY = 'The portal is very busy right now. Nothing was saved. Please try again in a moment.';

let product: Product;
beforeAll(async () => {
  product = await startDemoCopy({ settings: { WORKERS: '2', ADMIT_WAIT_MS: '5' } });
  await product.printed('The server runs on 2 processes.');
});
afterAll(() => product.removeData());

/** Returns the paths that the server refused as busy so far, and lets them count as no problem. */
function watchRefusals({ page, expectsRefusal }: LoggedIn): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() !== 503) return;
    const { pathname } = new URL(response.url());
    refused.push(pathname);
    expectsRefusal(503, pathname);
  });
  return refused;
}

async function comeInCrowds(): Promise<Crowd> {
  const { token } = await openSession('admin', product.baseUrl);
  const crowd = new Crowd(product.port, '/api/admin/users/?page=1', token);
  await expect.poll(() => crowd.refused).toBeGreaterThan(0);
  return crowd;
}

test('a page that opens during an overload repeats refused reads and shows no failure', async () => {
  const patient = await loggedIn('patient9', { site: product.baseUrl });
  const refused = watchRefusals(patient);
  const crowd = await comeInCrowds();
  const opened = patient.page.goto('/profile');
  await expect.poll(() => refused.length).toBeGreaterThan(0);
  await crowd.leave();
  await opened;
  await heading(patient.page, 'Profile').waitFor();
  await expect.poll(() => field(patient.page, 'First Name').inputValue()).toBe(patient.user.first_name);
  await patient.calm();
  expect(await patient.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('a write that is refused during an overload says so, keeps the form and is saved afterwards', async () => {
  const patient = await loggedIn('patient9', { site: product.baseUrl });
  const refused = watchRefusals(patient);
  const { page } = patient;
  await page.goto('/profile');
  await heading(page, 'Profile').waitFor();
  await patient.calm();
  const crowd = await comeInCrowds();
  const city = await saveUntilRefused(page);
  expect(refused).toContain(`/api/v1/users/${patient.user.id}/`);
  expect(await field(page, 'City').inputValue()).toBe(city);
  await crowd.leave();
  await page.getByRole('button', { name: 'Save' }).click();
  await bar(page, SAVED).waitFor();
  await page.reload();
  await expect.poll(() => field(page, 'City').inputValue()).toBe(city);
});

/** Some calls are admitted also during an overload. Returns the city that was not saved. */
async function saveUntilRefused(page: Page): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const city = `Golden ${attempt}`;
    await field(page, 'City').fill(city);
    await page.getByRole('button', { name: 'Save' }).click();
    const [saved, busy] = [bar(page, SAVED), bar(page, BUSY)];
    await saved.or(busy).first().waitFor();
    if (await busy.isVisible()) return city;
    await saved.waitFor({ state: 'detached' });
  }
}

test('a user who saves while a process of the server is killed can go on', async () => {
  const { page, calm } = await loggedIn('patient9', { site: product.baseUrl });
  await page.goto('/profile');
  await heading(page, 'Profile').waitFor();
  await calm();
  const [victim = 0] = workersOf(product);
  process.kill(victim, 'SIGKILL');
  await field(page, 'City').fill('Salem');
  await page.getByRole('button', { name: 'Save' }).click();
  const saved = bar(page, SAVED);
  // The answer is lost where the call was already on its way.
  const lost = bar(page, 'The service cannot be reached. Check your connection and try again.');
  await saved.or(lost).first().waitFor();
  if (await lost.isVisible()) {
    await page.getByRole('button', { name: 'Save' }).click();
    await saved.waitFor();
  }
  await page.reload();
  await expect.poll(() => field(page, 'City').inputValue()).toBe('Salem');
  await expect.poll(() => workersOf(product).filter((pid) => pid !== victim)).toHaveLength(2);
});
