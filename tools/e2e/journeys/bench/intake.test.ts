import { expect, test } from 'vitest';
import { expectBenchTargets, scanCode, waitForAlert } from '../../page/bench-page.ts';
import { heading } from '../../page/portal.ts';
import { openBenchTablet } from '../../people/bench-lab.ts';
import { postJson } from '../../people/calls.ts';
import { newPatient } from '../../people/patients.ts';
import { baseUrl, type LoggedIn } from '../../people/person.ts';

test('an expired reagent is refused in words', async () => {
  const { page } = await openBatchOfTheDemo();
  await scanCode(page, '(01)04012345678901(10)CM-097');
  await waitForAlert(page, 'This lot has expired.');
});

test('every target of an arrival is at least 64 px high and wide, and 12 px from the next one', async () => {
  const { page } = await openBenchTablet();
  await page.goto('/bench/arrivals/new');
  await heading(page, 'Receive a Parcel').waitFor();
  await expectBenchTargets(page.locator('main').locator('button:visible, input:visible, textarea:visible'));
});

/** A new batch of a new patient, on its page. */
async function openBatchOfTheDemo(): Promise<LoggedIn> {
  const tablet = await openBenchTablet();
  const { id } = await newPatient();
  const opened = await postJson(`${baseUrl()}/api/v1/bench/batches/`, { patient_id: id, passage: 1 }, tablet.token);
  expect(opened.status).toBe(200);
  // @NOTE the answer of a new batch.
  const batch = (opened.body as { id: number }).id;
  await tablet.page.goto(`/bench/batches/${batch}`);
  await tablet.page.getByRole('heading', { name: /^Batch T-/ }).waitFor();
  tablet.expectsRefusal(409, `/api/v1/bench/batches/${batch}/lots/`);
  return tablet;
}
