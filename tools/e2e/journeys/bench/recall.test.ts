import { formatSymbolText } from '@vialkeep/contract/bench-codes.ts';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../page/accessible.ts';
import { scanCode, waitForStatus } from '../../page/bench-page.ts';
import { looks } from '../../page/looks.ts';
import { heading } from '../../page/portal.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { newPatient } from '../../people/patients.ts';
import { baseUrl, type LoggedIn, loggedIn, openSession } from '../../people/person.ts';

/** A tablet of the bench. */
const TABLET = { ...looks.light, width: 1024, height: 768 };
const DEMO_PIN = '246810';

test('F169, F170 the bad day: a kit lot is recalled, its vials are held, the clinic is told, and they are discarded', async () => {
  const tablet = await openTablet();
  const { page } = tablet;
  const made = await makeVials(tablet);

  await page.goto('/bench/deviations');
  await heading(page, 'Deviations').waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill('Lids of a kit lot are cracked');
  await page.getByRole('button', { name: 'Kit lot', exact: true }).click();
  await page.getByRole('combobox', { name: 'Lot' }).selectOption(String(made.lot));
  await expectAccessible(page, 'a new deviation');
  await page.getByRole('button', { name: 'Open a deviation' }).click();
  await page.getByRole('heading', { name: /^Deviation #/ }).waitFor();
  const [, deviation = ''] = /deviations\/(\d+)/.exec(page.url()) ?? [];

  await page.getByRole('button', { name: '2 vials' }).click();
  await page.getByRole('cell', { name: made.codes[0] }).waitFor();
  await expectAccessible(page, 'a deviation');
  await page.getByRole('button', { name: 'Quarantine all' }).click();
  await waitForStatus(page, '2 vials put into quarantine, 0 letters written.');
  await page.getByRole('button', { name: 'Write to clinics' }).click();
  await waitForStatus(page, '0 vials put into quarantine, 1 letter written.');
  const letter = await letterTo(made.clinicEmail, `recall #${deviation}`);
  for (const code of made.codes) expect(letter.text).toContain(code);
  expect(letter.text).toContain(`Patient #${made.patient.id}`);
  expect(letter.text).not.toContain(made.patient.name);

  await page.goto('/bench/release');
  await heading(page, 'Release').waitFor();
  await page
    .getByRole('link', { name: `Open: #${deviation}` })
    .first()
    .waitFor();
  await expectAccessible(page, 'the release');

  await page.goto(`/bench/discard?vials=${made.codes[0]}`);
  await heading(page, 'Discard Vials').waitFor();
  await scanCode(page, formatSymbolText({ kind: 'vial', code: made.codes[1] ?? '' }));
  await waitForStatus(page, `Vial ${made.codes[1]} is on the list.`);
  await page.getByRole('button', { name: 'Recall', exact: true }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Recalled with the kit lot');
  await page.getByLabel('PIN', { exact: true }).fill(DEMO_PIN);
  await expectAccessible(page, 'discarding');
  await page.getByRole('button', { name: 'Sign and discard' }).click();
  await waitForStatus(page, '2 vials are discarded.');

  await page.goto(`/vial/${made.codes[0]}`);
  await page.getByText('Discarded').first().waitFor();
  await page.getByText('Nora Lindqvist').first().waitFor();

  await page.goto(`/bench/deviations/${deviation}`);
  await page.getByRole('button', { name: 'None', exact: true }).click();
  await page.getByRole('textbox', { name: 'Conclusion' }).fill('The lot was returned to its maker.');
  await page.getByLabel('PIN', { exact: true }).fill(DEMO_PIN);
  await page.getByRole('button', { name: 'Sign and close' }).click();
  await page.getByText('Signed by Nora Lindqvist, closed').waitFor();
});

async function openTablet(): Promise<LoggedIn> {
  const tablet = await loggedIn('lab2', { look: TABLET });
  const operators = await getJson(`${baseUrl()}/api/v1/bench/operators/`, tablet.token);
  // @NOTE the answer of the operators' list.
  const { results } = operators.body as { results: { code: string; may_sign: boolean; ended_at: string | null }[] };
  const operator = results.find(({ may_sign, ended_at }) => may_sign && ended_at === null);
  await post(tablet.token, 'bench/shift/', { operator_code: operator?.code, pin: DEMO_PIN });
  return tablet;
}

/** A lot of its own with one kit, and the two vials that were made from its tissue. */
async function makeVials({ token }: LoggedIn) {
  const clinic = await openSession('hc2');
  const patient = await newPatient({ harvest_center_temporal: clinic.user.id });
  const scan = () => ({ scan_id: crypto.randomUUID(), input: 'typed' });
  const now = new Date().toISOString();
  const lot = await post<{ id: number }>(token, 'bench/lots/', { kind: 'kit', name: 'Harvest kit', lot: `BAD-${now}` });
  const { kits } = await post<{ kits: { code: string }[] }>(token, 'bench/kits/', { lot_id: lot.id, quantity: 1 });
  const kit_code = kits[0]?.code;
  await post(clinic.token, 'harvests/', { patient_id: patient.id, kit_code, harvested_at: now });
  const inspected = { condition: 'intact', indicator: 'ok', identity_matches: true, decision: 'accepted' };
  const arrival = await post<{ id: number }>(token, 'bench/arrivals/', {
    ...scan(),
    kit_code,
    arrived_at: new Date().toISOString(),
    ...inspected,
  });
  const batch = await post<{ id: number }>(token, 'bench/batches/', {
    patient_id: patient.id,
    arrival_id: arrival.id,
    passage: 1,
  });
  const { codes } = await post<{ codes: string[] }>(token, `bench/batches/${batch.id}/vials/`, {
    ...scan(),
    quantity: 2,
    date: now.slice(0, 10),
  });
  return { lot: lot.id, codes, patient, clinicEmail: clinic.user.email };
}

async function post<Body>(token: string, path: string, sent: object): Promise<Body> {
  const { status, body } = await postJson(`${baseUrl()}/api/v1/${path}`, sent, token);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  // @NOTE each caller names the answer of its own call.
  return body as Body;
}
