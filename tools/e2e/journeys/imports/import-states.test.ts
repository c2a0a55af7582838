import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { isLongRun, looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { bar, field, heading, modal } from '../../page/portal.ts';
import { unique } from '../../people/new-user.ts';
import { loggedIn } from '../../people/person.ts';

/** States that pass too quickly to be looked at, or need a fault; the rest of the answer is the server's. */
const states = {
  checking: { progress: { done: 1, total: 2 }, may: [], says: '1 of 2 rows' },
  applying: { progress: { done: 1, total: 2 }, may: ['stop'], says: 'It goes on if you leave this page.' },
  stopped: { progress: { done: 1, total: 2 }, may: ['apply', 'undo'], says: 'Stopped after' },
  undoing: { progress: { done: 1, total: 2 }, may: [], says: '1 of 2 rows' },
  undone_in_part: { progress: null, may: ['undo'], says: 'What stayed can be taken back until' },
};

test.runIf(isLongRun)('the page of an import is accessible and fits a phone in each state that passes', async () => {
  const word = unique('States');
  const { page } = await loggedIn('super');
  await page.goto('/imports');
  await page.getByRole('button', { name: 'New import' }).click();
  await field(modal(page, 'New import'), 'Name').fill(word);
  await modal(page, 'New import').getByRole('button', { name: 'Begin' }).click();
  await heading(page, word).waitFor();
  const lines = [
    'key,plan,email,first_name,last_name',
    ...[1, 2].map((n) => `${word}-${n},2,${word}-${n}@moved.test,Ana,${n}`),
  ];
  const file = { name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByRole('button', { name: 'Upload 1 file' }).click();
  await bar(page, `${word}.csv has been uploaded.`).waitFor();
  await page.getByRole('button', { name: /^Check( again)?$/ }).click();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('2 rows imported').waitFor();

  for (const [state, { says, ...changed }] of Object.entries(states)) {
    await page.route(/\/api\/admin\/imports\/\d+\/$/, async (route) => {
      const answer = await route.fetch();
      const json = { ...(await answer.json()), state, ...changed };
      // The page may have asked once more while the route was being taken away.
      await route.fulfill({ response: answer, json }).catch(() => {});
    });
    await page.reload();
    await page.getByText(says).first().waitFor();
    await expectAccessibleInEveryLook(page, `import-${state}`);
    await wear(page, looks.phone);
    expect(await sidewaysOverflow(page), state).toBe(0);
    await wear(page, looks.light);
    await page.unroute(/\/api\/admin\/imports\/\d+\/$/);
  }
});
