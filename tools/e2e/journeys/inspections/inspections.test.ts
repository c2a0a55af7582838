import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { unzip } from '../../../../server/testing/privacy/unzip.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { bar, field, heading, modal } from '../../page/portal.ts';
import { letterTo } from '../../people/emails.ts';
import { unique } from '../../people/new-user.ts';
import { demoPatient } from '../../people/patients.ts';
import { loggedIn, visitor } from '../../people/person.ts';

const STRIP = /^Read-only inspection for State agency, until .+\. Everything you open is recorded\.$/;

test('an administrator opens an inspection, the inspector reads, verifies and exports a sample, and is stopped when it ends', async () => {
  const email = `${unique('inspector')}@agency.test`;
  const patient = await demoPatient('patient');
  const admin = await loggedIn('admin');
  await openInspection(admin.page, email);
  await expectAccessibleInEveryLook(admin.page, 'inspections', [
    {
      name: 'open',
      open: async (page) => {
        await page.getByRole('button', { name: 'Open an inspection' }).click();
        await modal(page, 'Open an inspection').waitFor();
      },
    },
    {
      name: 'end',
      open: async (page) => {
        await page.getByRole('button', { name: /^End / }).first().click();
        await modal(page, 'End the inspection').waitFor();
      },
    },
  ]);

  const inspector = await visitor();
  const { page } = inspector;
  await enterInspection(page, email);
  expect(new URL(page.url()).search).toBe('');
  await page.getByText(STRIP).waitFor();
  await expectAccessibleInEveryLook(page, 'inspection-samples');

  await page.getByPlaceholder('Patient number, vial code or name').fill(`#${patient}`);
  await page.getByText('1 samples').waitFor();
  await page
    .getByRole('link', { name: new RegExp(`#${patient}`) })
    .first()
    .click();
  await page.getByRole('tab', { name: 'Custody' }).waitFor();
  for (const part of ['Vials', 'Documents', 'Changes', 'Openings', 'Custody']) {
    await page.getByRole('tab', { name: part }).click();
    await page
      .getByRole('tabpanel', { name: part })
      .getByText(/^\d+ rows$/)
      .waitFor();
  }
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('Everything is intact.').waitFor();
  await expectAccessibleInEveryLook(
    page,
    'inspection-sample',
    ['Vials', 'Documents', 'Changes', 'Openings'].map((part) => ({
      name: part.toLowerCase(),
      open: (at: Page) => at.getByRole('tab', { name: part }).click(),
      close: (at: Page) => at.getByRole('tab', { name: 'Custody' }).click(),
    })),
  );
  await checkExport(page, patient);

  await admin.page.getByRole('button', { name: /^End / }).first().click();
  await modal(admin.page, 'End the inspection').getByRole('button', { name: 'End the inspection' }).click();
  await bar(admin.page, 'The inspection has ended.').waitFor();
  inspector.expectsRefusal(401, `/api/v1/inspection/samples/${patient}/verify/`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText('This inspection has ended.').first().waitFor();
  expect(await page.getByText(STRIP).count()).toBe(0);
});

async function openInspection(page: Page, email: string): Promise<void> {
  await page.goto('/security/inspections');
  await heading(page, 'Security').waitFor();
  await page.getByRole('button', { name: 'Open an inspection' }).click();
  const opening = modal(page, 'Open an inspection');
  await field(opening, 'Agency').fill('State agency');
  await field(opening, 'Name of the inspector').fill('Ina Specht');
  await field(opening, 'E-mail of the inspector').fill(email);
  await field(opening, 'Reason').fill('Yearly visit');
  await opening.getByLabel('Show names and documents').check();
  await opening.getByRole('button', { name: 'Send the link' }).click();
  await bar(page, 'The inspection is open.').waitFor();
}

/** Follows the link of the letter, asks for a code and enters with it. */
async function enterInspection(page: Page, email: string): Promise<void> {
  const [link = ''] = (await letterTo(email, 'inspection is open')).text.match(/http\S+\/inspection\?key=[\w-]+/) ?? [];
  await page.goto(link);
  await expectAccessibleInEveryLook(page, 'inspection-enter');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await field(page, 'Code from the letter').waitFor();
  const [code = ''] = (await letterTo(email, 'inspection code')).text.match(/\b\d{6}\b/) ?? [];
  await field(page, 'Code from the letter').fill(code);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await heading(page, 'Inspection').waitFor();
  await page.getByRole('button', { name: 'Leave' }).waitFor();
}

/** Downloads the ZIP and checks it with programs that know nothing of the portal. */
async function checkExport(page: Page, patient: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vialkeep-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^sample-${patient}-\\d{4}-\\d{2}-\\d{2}\\.zip$`));
  for (const [name, content] of unzip(await buffer(await file.createReadStream()))) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const run = (command: string, args: readonly string[]) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
    if (error) throw error;
    expect(status, stdout + stderr).toBe(0);
    return stdout + stderr;
  };
  expect(run('sha256sum', ['-c', 'SHA256SUMS'])).toContain('summary.pdf: OK');
  const signature = run(
    'openssl',
    'cms -verify -binary -inform DER -in manifest.p7s -content SHA256SUMS -CAfile certificates/seal-authority.pem -purpose any -out signed'.split(
      ' ',
    ),
  );
  expect(signature).toContain('CMS Verification successful');
}
