import { buffer } from 'node:stream/consumers';
import type { Download, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paperOf, zipOf } from '../../../../server/testing/imports/papers.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { bar, field, heading, modal } from '../../page/portal.ts';
import { letterTo } from '../../people/emails.ts';
import { unique } from '../../people/new-user.ts';
import { loggedIn, visitor } from '../../people/person.ts';

const CHUNK = /\/chunks\/(\d+)\/$/;

type Row = Readonly<Record<string, string>>;

/** Six people as an older system writes them: two of them center and patient, so that a relation is made. */
function peopleOf(word: string): Row[] {
  const person = (key: string, first: string, plan: string, center = ''): Row => ({
    key: `${word}-${key}`,
    plan,
    email: `${first.toLowerCase()}-${word}@moved.test`,
    first_name: first,
    last_name: word,
    company: plan === 'Clinic' ? `Clinic ${word}` : '',
    phone_number: '(305) 555-0134',
    date_joined: '03/04/2021',
    center,
  });
  return [
    person('1', 'Stein', 'Clinic'),
    person('2', 'Ana', 'General Member', `${word}-1`),
    person('3', 'Bo', 'General Member', `${word}-1`),
    person('4', 'Cleo', 'General Member', `${word}-1`),
    person('5', 'Dan', 'General Member', `${word}-1`),
    person('6', 'Eve', 'General Member', `${word}-1`),
  ];
}

function csvFile(name: string, headers: readonly string[], rows: readonly Row[]) {
  const lines = [headers, ...rows.map((row) => headers.map((header) => row[header] ?? ''))];
  const content = lines.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
}

async function textOf(coming: Promise<Download>): Promise<string> {
  return (await buffer(await (await coming).createReadStream())).toString('utf8');
}

async function beginImport(page: Page, name: string): Promise<void> {
  await page.goto('/imports');
  await heading(page, 'Imports').waitFor();
  await page.getByRole('button', { name: 'New import' }).click();
  const dialog = modal(page, 'New import');
  await field(dialog, 'Name').fill(name);
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await heading(page, name).waitFor();
}

/** The problems table's row of this spreadsheet row. */
function problemAt(page: Page, row: number, column: string) {
  return page.getByRole('row').filter({ hasText: new RegExp(`^Row ${row}${column}`) });
}

async function runCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check( again)?$/ }).click();
  await page.getByRole('status').getByText('Checked', { exact: true }).waitFor();
}

test('a network moves in: template, a file with three faults, its correction, import, invitations and undo', async () => {
  const word = unique('moved');
  const { page } = await loggedIn('super');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await heading(page, 'Imports').waitFor();
  await expectAccessibleInEveryLook(page, 'imports', [
    { name: 'new', open: async (at) => at.getByRole('button', { name: 'New import' }).click() },
  ]);
  await beginImport(page, word);
  await expectAccessibleInEveryLook(page, 'import-begun');

  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Template People as CSV' }).click();
  const [headerLine = ''] = (await textOf(coming)).replace('\ufeff', '').split('\r\n');
  const headers = headerLine.split(',');
  expect(headers).toEqual(expect.arrayContaining(['key', 'plan', 'email', 'first_name', 'last_name', 'center']));

  const people = peopleOf(word);
  const [stein = {}, ana = {}, bo = {}, cleo = {}, ...others] = people;
  const faulty = [
    stein,
    { ...ana, email: 'ana at clinic' },
    { ...bo, last_name: '' },
    { ...cleo, center: 'X-1' },
    ...others,
  ];
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(csvFile(`${word}.csv`, headers, faulty));
  await field(page, `What ${word}.csv holds`).waitFor();
  expect(await field(page, `What ${word}.csv holds`).inputValue()).toBe('people');
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await bar(page, `${word}.csv has been uploaded.`).waitFor();

  // Columns: the headers are known, a value and the way of writing dates are not.
  await field(page, 'What Clinic means').selectOption({ label: 'Harvest Center' });
  // The second choice is sent once the first one is saved.
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('DD/MM/YYYY') === true);
  await field(page, 'How dates are written').selectOption('DD/MM/YYYY');
  await page.getByText('Dates such as 03/04/2021').waitFor({ state: 'detached' });
  await saved;
  await page.reload();
  await field(page, 'What Clinic means').waitFor();
  expect(await field(page, 'What Clinic means').inputValue()).toBe('4');
  expect(await field(page, 'How dates are written').inputValue()).toBe('DD/MM/YYYY');
  await expectAccessibleInEveryLook(page, 'import-columns');

  await runCheck(page);
  await page.getByText('Create 3 · Already here 0 · Problems 3').waitFor();
  await problemAt(page, 3, 'email').getByText('ana at clinic').waitFor();
  await problemAt(page, 4, 'last_name').waitFor();
  await problemAt(page, 5, 'center').getByText('X-1').waitFor();
  expect(await page.getByRole('button', { name: 'Import 3 rows' }).isDisabled()).toBe(true);
  await expectAccessibleInEveryLook(page, 'import-checked');
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);
  const rows = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Download rows with problems/ }).click();
  const problems = await textOf(rows);
  expect(problems.split('\r\n')[0]).toContain('Problem');
  expect(problems).toContain('ana at clinic');
  expect(problems).not.toContain(`eve-`);

  // The corrected file takes the old one's place and keeps what was matched.
  await page.getByRole('button', { name: /^Step 1: Files/ }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: `Upload corrected file for ${word}.csv` }).click();
  await (await chooser).setFiles(csvFile(`${word} corrected.csv`, headers, people));
  await bar(page, `${word} corrected.csv has been uploaded.`).waitFor();
  await page.getByText(`${word}.csv`, { exact: true }).waitFor({ state: 'detached' });
  expect(await field(page, 'How dates are written').inputValue()).toBe('DD/MM/YYYY');
  await runCheck(page);
  await page.getByText('Create 6 · Already here 0 · Problems 0').waitFor();

  await page.getByRole('button', { name: 'Import 6 rows' }).click();
  await page.getByText('6 rows imported').waitFor();
  await page.getByRole('heading', { name: 'Invite' }).waitFor();
  await expectAccessibleInEveryLook(page, 'import-applied', [
    {
      name: 'undo',
      open: async (at) => {
        await at.getByRole('button', { name: 'Undo the import' }).click();
        await modal(at, 'Undo the import').getByText('6 rows are taken back').waitFor();
      },
    },
  ]);
  await page.goto('/dashboard');
  await field(page, 'Filter Users List').fill(word);
  await page.getByText('(Filtered Results)').waitFor();
  await page
    .getByRole('link', { name: new RegExp(`Ana ${word}`) })
    .first()
    .waitFor();

  await page.goBack();
  await heading(page, word).waitFor();
  await field(page, 'Memberships').click();
  await page.getByRole('option', { name: 'Harvest Center', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Start inviting' }).click();
  await bar(page, 'The invitations have been started.').waitFor();
  const email = `stein-${word}@moved.test`;
  const letter = await letterTo(email, 'Your account at');
  const link = /https?:\/\/\S+\/forgot-password#email=\S+/.exec(letter.text)?.[0] ?? '';
  const guest = await visitor();
  await guest.page.goto(new URL(link).pathname + new URL(link).hash);
  expect(await field(guest.page, 'Email').inputValue()).toBe(email);
  await page.getByText('Invited 1 ·').waitFor();
  await expectAccessibleInEveryLook(page, 'import-invited');

  await page.getByRole('button', { name: 'Undo the import' }).click();
  const undoing = modal(page, 'Undo the import');
  await undoing.getByRole('button', { name: 'Undo the import' }).click();
  await undoing.getByText('Reason is required.').first().waitFor();
  await field(undoing, 'Reason').fill('It was a trial');
  await undoing.getByRole('button', { name: 'Undo the import' }).click();
  await page.getByText('This import was undone.').waitFor();
  await page.getByText('Reason: It was a trial').waitFor();
  await expectAccessibleInEveryLook(page, 'import-undone');
  await page.goto('/dashboard');
  await field(page, 'Filter Users List').fill(word);
  await page.getByText('(Filtered Results)').waitFor();
  await page.getByText('Total Records: 0').waitFor();
});

test('signed papers and labels move in: rows name PDFs of a ZIP, and what is missing or left over is shown', async () => {
  const word = unique('papers');
  const { page } = await loggedIn('super');
  await beginImport(page, word);
  const people = peopleOf(word).slice(0, 2);
  const patient = `${word}-2`;
  const documents = ['storage', 'processing'].map((kind) => ({
    patient,
    kind,
    signed_on: '2021-03-20',
    file: kind === 'storage' ? `${word} storage.pdf` : `${word} lost.pdf`,
  }));
  const labels = [
    { key: `${word}-L`, center: `${word}-1`, patients: patient, label_date: '2021-03-28', file: 'label.pdf' },
  ];
  const zip = await zipOf({
    [`scans/${word} storage.pdf`]: await paperOf(`${word} storage`),
    'scans/left over.pdf': await paperOf('left over'),
    'label.pdf': await paperOf('label'),
  });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      csvFile(
        `people ${word}.csv`,
        ['key', 'plan', 'email', 'first_name', 'last_name', 'center'],
        people.map((person) => ({
          ...person,
          plan: person.plan === 'Clinic' ? 'Harvest Center' : (person.plan ?? ''),
        })),
      ),
      csvFile(`documents ${word}.csv`, ['patient', 'kind', 'signed_on', 'file'], documents),
      csvFile(`labels ${word}.csv`, ['key', 'center', 'patients', 'label_date', 'file'], labels),
      { name: `scans ${word}.zip`, mimeType: 'application/zip', buffer: zip },
    ]);
  await field(page, `What scans ${word}.zip holds`).waitFor();
  expect(await field(page, `What scans ${word}.zip holds`).inputValue()).toBe('pdfs');
  expect(await field(page, `What documents ${word}.csv holds`).inputValue()).toBe('documents');
  expect(await field(page, `What labels ${word}.csv holds`).inputValue()).toBe('labels');
  await expectAccessibleInEveryLook(page, 'import-papers-chosen');
  await page.getByRole('button', { name: 'Upload 4 files' }).click();
  await bar(page, `scans ${word}.zip has been uploaded.`).waitFor();
  await page.getByText('3 PDFs').first().waitFor();

  await runCheck(page);
  await page.getByText('Create 4 · Already here 0 · Problems 1').waitFor();
  await problemAt(page, 3, 'file').getByText(`${word} lost.pdf`).waitFor();
  await page.getByText('1 PDF is named by no row and stays out:').waitFor();
  await page.getByText('scans/left over.pdf').waitFor();
  await expectAccessibleInEveryLook(page, 'import-papers-checked');
  await page.getByRole('checkbox', { name: 'Leave out the 1 row with problems' }).check();
  await page.getByRole('button', { name: 'Import 4 rows' }).click();
  await page.getByText('4 rows imported').waitFor();
  await page.goto('/documents/patients');
  await page.getByText(`Ana ${word}`).first().waitFor();
});

test('a large file goes on in a new tab where it broke off, and no part that had arrived is sent again', async () => {
  const word = unique('Large');
  const { page, context } = await loggedIn('super');
  await beginImport(page, word);
  const rows = Array.from({ length: 120_000 }, (_, n) => `${word}-${n},added,1,2021-04-01,${'x'.repeat(150)}`);
  const content = Buffer.from(['patient,type,quantity,date,note', ...rows].join('\r\n'));
  const file = { name: `${word}.csv`, mimeType: 'text/csv', buffer: content };
  const arrived: number[] = [];
  const lost: number[] = [];
  let isCut = true;
  await context.route(CHUNK, async (route) => {
    const n = Number(CHUNK.exec(new URL(route.request().url()).pathname)?.[1]);
    if (isCut && n > 0) {
      lost.push(n);
      return route.abort();
    }
    arrived.push(n);
    return route.continue();
  });
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await page.getByText('The server cannot be reached.').first().waitFor();
  await expectAccessibleInEveryLook(page, 'import-waiting');
  const address = page.url();
  await page.close();
  isCut = false;

  const again = await context.newPage();
  await again.goto(address);
  await again.getByText(/\d+% has arrived\. Choose the same file again/).waitFor();
  await again.locator('input[type=file]').first().setInputFiles(file);
  await again.getByRole('button', { name: 'Upload 1 file' }).click();
  await bar(again, `${word}.csv has been uploaded.`).waitFor();
  expect(arrived).toEqual([0, 1, 2]);
  expect(lost.length).toBeGreaterThan(0);
  await again.getByText('120,000 rows').first().waitFor();

  await again.getByRole('button', { name: 'Discard' }).click();
  await modal(again, 'Discard this import').getByRole('button', { name: 'Discard' }).click();
  await again.getByText('This import was discarded.').waitFor();
  await expectAccessibleInEveryLook(again, 'import-discarded');
});

test('a full disk stops an upload with its reason, which goes on with the part that has no room as soon as there is some', async () => {
  const word = unique('Disk');
  const { page, context, expectsRefusal } = await loggedIn('super');
  await beginImport(page, word);
  const rows = Array.from({ length: 60_000 }, (_, n) => `${word}-${n},added,1,2021-04-01,${'x'.repeat(150)}`);
  const content = Buffer.from(['patient,type,quantity,date,note', ...rows].join('\r\n'));
  const sent: number[] = [];
  let isFull = true;
  const full = {
    success: false,
    code: 'error',
    reason: 'storage_full',
    message: 'There is no room left to store this. Please try again later.',
  };
  expectsRefusal(507, '/api/admin/imports/*');
  await context.route(CHUNK, async (route) => {
    const n = Number(CHUNK.exec(new URL(route.request().url()).pathname)?.[1]);
    if (isFull && n > 0) return route.fulfill({ status: 507, json: full });
    sent.push(n);
    return route.continue();
  });
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: `${word}.csv`, mimeType: 'text/csv', buffer: content });
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await page.getByText(full.message).first().waitFor();
  await expectAccessibleInEveryLook(page, 'import-disk-full');
  isFull = false;
  await page.getByRole('button', { name: `Go on ${word}.csv` }).click();
  await bar(page, `${word}.csv has been uploaded.`).waitFor();
  expect(sent).toEqual([0, 1]);
  await page.getByText('60,000 rows').first().waitFor();
});
