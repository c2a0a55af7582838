import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnDatabase, onOwnDatabase } from '../../../harness/own-database.ts';
import { type Product, startProduct } from '../../../harness/product.ts';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { looks, sidewaysOverflow, wear } from '../../page/looks.ts';
import { bar, field, heading, modal } from '../../page/portal.ts';
import { loggedIn } from '../../people/person.ts';
import { policySettings } from '../../people/second-factor.ts';

type Running = { readonly product: Product; readonly tables: OwnDatabase['tables'] };

let running: Running & { readonly close: () => Promise<void> };
beforeAll(async () => {
  const build = async ({ settings, tables, dataDir, beforeEnd }: OwnDatabase) => {
    const product = await startProduct({ dataDir, settings: { ...settings, ...policySettings } });
    beforeEnd(() => product.stop());
    return { product, tables };
  };
  running = await onOwnDatabase('reconciliation', build, { holdsDemo: true });
  await plantOrphan();
});
afterAll(() => running.close());

/** A charge of a checkout that was given up: the books do not have it. */
async function plantOrphan(): Promise<void> {
  await running.tables((owner) =>
    owner.query(
      `with tried as (
         insert into checkouts (domain_id, buyer_id, actor_id, invoice_id, fingerprint, ordered, total_cents, gateway,
           reference, state, settled_at)
         select domain_id, id, id, 900001, sha256('orphan'), '{}', 4200, 'sandbox', 'VKORPHAN', 'given_up', now()
         from users where email = 'hc@vialkeep.test' returning reference)
       insert into sandbox_charges (reference, amount_cents, invoice_number, description, customer, brand, last4, state,
         created_at, settled_at)
       select reference, 4200, '900001', 'Harvesting Kit', '1', 'Visa', '1111', 'approved', at, at
       from tried, (select now() - interval '5 hours' as at) made`,
    ),
  );
}

async function compareNow(page: Page, outcome: string): Promise<void> {
  await page.getByRole('button', { name: 'Compare now' }).click();
  await bar(page, outcome).waitFor();
}

test('an orphan charge is found by a comparison, shown side by side, given back, and not found again', async () => {
  const { page } = await loggedIn('admin', { site: running.product.baseUrl });
  await page.goto('/money/reconciliation');
  await heading(page, 'Money').waitFor();
  await compareNow(page, 'Compared. 1 difference open.');
  const row = page.getByRole('row').filter({ hasText: 'Not in our books' });
  await row.getByText('$42.00').first().waitFor();

  // The dashboard leads to it.
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^1 Differences/ }).waitFor();
  await page.getByRole('link', { name: 'Differences', exact: true }).click();
  await heading(page, 'Money').waitFor();
  await row.waitFor();
  await expectAccessibleInEveryLook(page, 'reconciliation', [
    {
      name: 'resolve',
      open: async (at) => {
        await at.getByRole('button', { name: /^Resolve/ }).click();
        await modal(at, 'Resolve the difference').waitFor();
      },
    },
  ]);
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);

  await page.getByRole('button', { name: /^Resolve/ }).click();
  const form = modal(page, 'Resolve the difference');
  await form.getByRole('radio', { name: /^Give it back to the card/ }).check();
  await form.getByRole('button', { name: 'Resolve', exact: true }).click();
  await form.getByText('Note is required.').first().waitFor();
  await field(form, 'Note').fill('The order was given up.');
  await form.getByRole('button', { name: 'Resolve', exact: true }).click();
  await bar(page, 'It was given back to the card.').waitFor();
  const refunds = await running.tables((owner) =>
    owner.query(`select refund.amount_cents::int as cents from sandbox_refunds refund
      join sandbox_charges charge on charge.id = refund.charge_id where charge.reference = 'VKORPHAN'`),
  );
  expect(refunds.rows).toEqual([{ cents: 4_200 }]);
  await compareNow(page, 'Compared. 0 differences open.');
  await page.goto('/money/reconciliation');
  await page.getByText('It was given back to the card.').first().waitFor();
  expect(await page.getByRole('button', { name: /^Resolve/ }).count()).toBe(0);
});

test('a figure of the overview opens the lines of commission or the entries of the journal behind it', async () => {
  const { page } = await loggedIn('admin', { site: running.product.baseUrl });
  await page.goto('/money');
  await heading(page, 'Money').waitFor();
  await page.getByRole('heading', { name: 'What we owe' }).waitFor();
  await expectAccessibleInEveryLook(page, 'money-overview');
  await wear(page, looks.phone);
  expect(await sidewaysOverflow(page)).toBe(0);
  await wear(page, looks.light);
  await page.getByRole('link', { name: /Held$/ }).click();
  await page.waitForURL(/\/money\/commissions\?.*owed=held/);
  await page.getByRole('row').filter({ hasText: 'Held' }).first().waitFor();
  await page.goBack();
  await page.getByRole('link', { name: /Recognised this month$/ }).click();
  await page.waitForURL(/\/money\/journal\?.*dates/);
  await page.getByText('4000 Product revenue').first().waitFor();
  await expectAccessibleInEveryLook(page, 'journal');
});
