import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { bar, closesModal, field, heading, modal } from '../../page/portal.ts';
import { buyKit } from '../../people/bought-kit.ts';
import { getJson } from '../../people/calls.ts';
import { unique } from '../../people/new-user.ts';
import { baseUrl, loggedIn } from '../../people/person.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Before the sales of the demo network's custom site. */
const DAYS_BACK = 400;
const north = () => baseUrl().replace('//localhost', '//north.localhost');

test('an administrator drafts, tries and adopts a plan; the rep reads the lines, downloads the statement and asks, and the answer adjusts the line', async () => {
  const name = unique('Plan');
  const admin = await loggedIn('admin@north.test', { site: north() });
  await switchCommissionsOn(admin.page);
  await draftPlan(admin.page, name, await firstFreeDay(admin.token));
  await tryPlan(admin.page, name);
  await checkPlans(admin.page, name);
  await adoptPlan(admin.page, name);

  const sold = await buyKit('hc@north.test', north());
  const rep = await loggedIn('rep@north.test', { site: north() });
  await readOwnLines(rep.page);
  await checkStatement(rep.page);
  const question = unique('Why not 10%?');
  await askAboutLine(rep.page, question);

  await answerQuestion(admin.page, question);
  await rep.page.reload();
  await rep.page.getByText('An administrator agrees.').first().waitFor();
  await rep.page
    .getByRole('button', { name: /^The answer/ })
    .first()
    .click();
  await modal(rep.page).getByText('Answered: the line has been adjusted.').waitFor();
  await closesModal(rep.page);
  await readTransactionCommission(admin.page, sold);
});

/** The day after the last plan that is adopted, so that a repeated run can adopt its own. */
async function firstFreeDay(token: string): Promise<Date> {
  const { body } = await getJson(`${north()}/api/admin/commission-plans/`, token);
  // @NOTE the response of this call.
  const { results } = body as { results: { state: string; starts_on: string }[] };
  const adopted = results.filter(({ state }) => state === 'adopted').map(({ starts_on }) => Date.parse(starts_on));
  return new Date(Math.max(Date.now() - DAYS_BACK * DAY_MS, ...adopted.map((day) => day + DAY_MS)));
}

async function switchCommissionsOn(page: Page): Promise<void> {
  await page.goto('/money/settings');
  const earns = page.getByRole('switch', { name: 'Sales earn commission' });
  await earns.waitFor();
  await expectAccessibleInEveryLook(page, 'money-settings');
  if (await earns.isChecked()) return;
  await earns.check({ force: true });
  await page
    .getByRole('checkbox', { name: 'Pay for referrals is regulated in many places. We have asked our counsel.' })
    .check();
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await saved).status()).toBe(200);
}

async function draftPlan(page: Page, name: string, day: Date): Promise<void> {
  await page.goto('/money/plans');
  await heading(page, 'Money').waitFor();
  await page.getByRole('button', { name: 'Draft a plan' }).click();
  const form = modal(page, 'Draft a plan');
  await field(form, 'Name').fill(name);
  const [year, month, date] = day.toISOString().slice(0, 10).split('-');
  await field(form, 'Begins on').fill(`${month}/${date}/${year}`);
  await field(form, 'Begins on').press('Tab');
  await form.getByRole('button', { name: 'Add a rule' }).click();
  await field(form, 'Rate').fill('8');
  await form.getByText('Sales rep: 8% of the net amount').waitFor();
  await form.getByRole('button', { name: 'Save the draft' }).click();
  await bar(page, 'The draft has been saved.').waitFor();
}

async function chooseFromMenu(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

async function tryPlan(page: Page, name: string): Promise<void> {
  await chooseFromMenu(page, name, 'Try it on past months');
  const trial = modal(page, 'Try it on past months');
  const today = new Date().toISOString().slice(0, 10).split('-');
  await field(trial, 'To').fill(`${today[1]}/${today[2]}/${today[0]}`);
  await field(trial, 'To').press('Tab');
  await trial.getByRole('button', { name: 'Try it', exact: true }).click();
  await trial.getByRole('heading', { name: 'By month' }).waitFor();
  await trial.getByText('Einar Voss').first().waitFor();
  await expectAccessibleInEveryLook(page, 'commission-trial');
  await closesModal(page);
}

async function checkPlans(page: Page, name: string): Promise<void> {
  await expectAccessibleInEveryLook(page, 'commission-plans', [
    {
      name: 'edit',
      open: async () => {
        await chooseFromMenu(page, name, 'Edit');
        await modal(page, 'Edit a plan').getByText('Sales rep: 8% of the net amount').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'adopt',
      open: async () => {
        await chooseFromMenu(page, name, 'Adopt');
        await modal(page, 'Adopt this plan').waitFor();
      },
      close: closesModal,
    },
  ]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);
}

async function adoptPlan(page: Page, name: string): Promise<void> {
  await chooseFromMenu(page, name, 'Adopt');
  await modal(page, 'Adopt this plan').getByRole('button', { name: 'Adopt the plan' }).click();
  await bar(page, 'The plan has been adopted.').waitFor();
}

async function readOwnLines(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Open my commissions' }).click();
  await heading(page, 'My commissions').waitFor();
  // A job makes the lines of the sales before the adoption.
  await expect
    .poll(async () => {
      await page.reload();
      await heading(page, 'My commissions').waitFor();
      await page
        .getByText(/^\d+ lines?$|^Empty table/)
        .first()
        .waitFor();
      return page.getByText(/^8% of /).count();
    })
    .toBeGreaterThan(0);
  await expectAccessibleInEveryLook(page, 'my-commissions', [
    {
      name: 'ask',
      open: async () => {
        await page
          .getByRole('button', { name: /^Ask about this line/ })
          .first()
          .click();
        await field(modal(page), 'Your question').waitFor();
      },
      close: closesModal,
    },
  ]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);
}

async function checkStatement(page: Page): Promise<void> {
  // The lines bear the day on which they were written.
  const now = new Date().toISOString().slice(0, 7);
  await page.getByLabel('Month', { exact: true }).selectOption(now);
  const sheet = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV', exact: true }).click();
  expect(await text(await (await sheet).createReadStream())).toContain('Sales rep: 8% of the net amount');
  const letter = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await text(await (await letter).createReadStream())).slice(0, 5)).toBe('%PDF-');
}

async function askAboutLine(page: Page, question: string): Promise<void> {
  // A line that is paid already is not among those that wait for an answer.
  const unpaid = page.getByRole('row').filter({ hasText: /Held|Payable/ });
  await unpaid
    .getByRole('button', { name: /^Ask about this line/ })
    .first()
    .click();
  const asking = modal(page, 'Ask about a line');
  await field(asking, 'Your question').fill(question);
  await asking.getByRole('button', { name: 'Send the question' }).click();
  await bar(page, 'Your question has been sent.').waitFor();
}

async function answerQuestion(page: Page, question: string): Promise<void> {
  await page.goto('/money/commissions');
  const asked = page.getByRole('row').filter({ hasText: question });
  await asked.waitFor();
  await expectAccessibleInEveryLook(page, 'commission-lines', [
    {
      name: 'question',
      open: async () => {
        await page
          .getByRole('button', { name: /^Answer / })
          .first()
          .click();
        await modal(page, 'Question about a line').waitFor();
      },
      close: closesModal,
    },
    {
      name: 'adjustment',
      open: async () => {
        await page.getByRole('button', { name: 'Add an adjustment' }).click();
        await modal(page, 'Add an adjustment').waitFor();
      },
      close: closesModal,
    },
  ]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);

  await asked.getByRole('button', { name: /^Answer / }).click();
  const answering = modal(page, 'Question about a line');
  await field(answering, 'Outcome').click();
  await page.getByRole('option', { name: 'The line is adjusted' }).click();
  await field(answering, 'Adjust by').fill('5.90');
  await field(answering, 'Answer to the person').fill('An administrator agrees.');
  await answering.getByRole('button', { name: 'Close the question' }).click();
  await bar(page, 'The question has been answered.').waitFor();
}

/** The form of a transaction explains its commission. */
async function readTransactionCommission(page: Page, id: number): Promise<void> {
  await page.goto('/all-transaction-report');
  await page.getByRole('button', { name: `Edit transaction #${id}` }).click();
  const form = modal(page, 'Transaction Form');
  await form.getByRole('button', { name: 'Commission', exact: true }).click();
  await form.getByText('8% of $295.00 = $23.60').waitFor();
  await expectAccessibleInEveryLook(page, 'transaction-commission');
}
