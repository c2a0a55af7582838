import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { scanCode, waitForStatus } from '../../page/bench-page.ts';
import { looks } from '../../page/looks.ts';
import { heading } from '../../page/portal.ts';
import { newClinic } from '../../people/buyers.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { newPatient } from '../../people/patients.ts';
import { baseUrl, loggedIn } from '../../people/person.ts';
import { type BenchLab, findOpenOrder, newBenchLab, orderVials } from '../../people/vial-orders.ts';

/** A tablet of the bench. */
const TABLET = { ...looks.light, width: 1024, height: 768 };

test('F168 an order is picked, packed and shipped by scans, a wrong vial is refused, and a lost one is replaced', async () => {
  const lab = await newBenchLab();
  const clinic = await newClinic(4);
  const patient = await newPatient({ harvest_center_temporal: clinic.id, processing_lab: lab.id });
  const [first, second, third, fourth] = await storeVials(lab, patient.id, 4);
  await orderVials(clinic.email, patient.id, 2);
  const order = await findOpenOrder(lab.token);

  const { page, expectsRefusal } = await loggedIn(lab.email, { look: TABLET });
  await page.goto('/bench/orders');
  await heading(page, 'Orders').waitFor();
  await scanCode(page, formatSymbolText({ kind: 'order', code: order.code }));
  await heading(page, `Order R-${order.code}`).waitFor();
  await page.getByText('Picked 0 of 2').waitFor();
  await page.getByRole('img', { name: /, position A1$/ }).waitFor();
  await expectAccessible(page, 'an order to pick');

  expectsRefusal(409, `/api/v1/bench/orders/${order.id}/pick/`);
  await scanCode(page, formatSymbolText({ kind: 'vial', code: fourth }));
  await page.getByRole('alert').filter({ hasText: 'Not reserved for this order' }).waitFor();
  await scanCode(page, formatSymbolText({ kind: 'vial', code: first }));
  await waitForStatus(page, `Vial ${first} is picked.`);
  await page.getByRole('button', { name: 'Cannot find it' }).click();
  await waitForStatus(page, `Vial ${second} is held as missing.`);
  await scanCode(page, formatSymbolText({ kind: 'vial', code: third }));
  await waitForStatus(page, `Vial ${third} is picked.`);
  for (const code of [first, third]) {
    await scanCode(page, formatSymbolText({ kind: 'vial', code }));
    await waitForStatus(page, `Vial ${code} is packed.`);
  }
  await scanCode(page, '1001921334250001000300794612345678');
  await waitForStatus(page, 'Tracking number 794612345678.');
  await page.getByRole('button', { name: 'Ship', exact: true }).click();
  await waitForStatus(page, '2 vials are shipped.');
  await expectAccessible(page, 'a shipped order');
  await page.getByRole('button', { name: 'Delivered', exact: true }).click();
  await waitForStatus(page, 'The order is delivered.');

  const { body } = await getJson(`${baseUrl()}/api/v1/vials/user/${patient.id}/vials/`, lab.token);
  // @NOTE the answer of the list of vials.
  const vials = body as { code: string; state: string; tracking_id: string | null }[];
  const shipped = vials.filter(({ state }) => state === 'shipped');
  expect(shipped.map(({ code }) => code)).toEqual([first, third]);
  expect(shipped.every(({ tracking_id }) => tracking_id === '794612345678')).toBe(true);
});

test('an order is picked from its main view without scrolling, with targets of at least 64 px', async () => {
  const lab = await newBenchLab();
  const clinic = await newClinic(4);
  const patient = await newPatient({ harvest_center_temporal: clinic.id, processing_lab: lab.id });
  await storeVials(lab, patient.id, 1);
  await orderVials(clinic.email, patient.id, 1);
  const order = await findOpenOrder(lab.token);
  const { page } = await loggedIn(lab.email, { look: TABLET });
  await page.goto(`/bench/orders/${order.id}`);
  const lost = page.getByRole('button', { name: 'Cannot find it' });
  await lost.waitFor();
  const box = await lost.boundingBox();
  expect((box?.y ?? 9_999) + (box?.height ?? 0)).toBeLessThanOrEqual(TABLET.height);
  for (const button of await page.locator('main button').all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(64);
  }
});

/** Vials of a patient in a new box of the lab, from A1 on. */
async function storeVials(
  { token }: BenchLab,
  patient: number,
  quantity: number,
): Promise<[string, string, string, string]> {
  const post = async (path: string, body: object) => {
    const answer = await postJson(`${baseUrl()}/api/v1${path}`, body, token);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const entry = { type: 'added', date: '2026-01-05', quantity, user: patient };
  // @NOTE the answer of a new entry.
  const { codes } = ((await post('/vials-history/', entry)) as { data: { codes: string[] } }).data;
  // @NOTE the answers of new places.
  const facility = (await post('/bench/places/', { kind: 'facility', name: 'Main building' })) as { id: number };
  const place = { kind: 'box', name: 'Box 1', parent_id: facility.id, rows: 9, columns: 9 };
  const box = (await post('/bench/places/', place)) as { code: string };
  for (const vial_code of codes) {
    const scan = { scan_id: crypto.randomUUID(), input: 'typed' };
    await post('/bench/place-vial/', { ...scan, vial_code, box_code: box.code });
  }
  const [first = '', second = '', third = '', fourth = ''] = codes;
  return [first, second, third, fourth];
}
