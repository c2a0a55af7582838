import { isOf } from '../../harness/routes.ts';
import { heading } from '../page/portal.ts';
import type { Account } from '../people/accounts.ts';
import { loggedIn, northUrl, type Person, visitor } from '../people/person.ts';
import type { Stop, Tour } from './stops.ts';

/** Opens the browser of a tour, ready for its first stop. */
export async function arrive({ account, isOnNorth, begin }: Tour): Promise<Person> {
  const where = isOnNorth ? { site: northUrl() } : {};
  const person = account === undefined ? await visitor(where) : await loggedIn(await accountOf(account), where);
  await begin?.(person.page);
  return person;
}

async function accountOf(account: NonNullable<Tour['account']>): Promise<Account> {
  return typeof account === 'string' ? account : account();
}

/** Opens a stop and waits until its screen is complete. */
export async function goTo({ page, calm }: Person, { route, at = route, ready }: Stop): Promise<void> {
  const address = typeof at === 'string' ? at : await at();
  await page.goto(address);
  await heading(page).first().waitFor();
  await calm();
  if (ready) await ready(page);
  else await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const { pathname } = new URL(page.url());
  if (!isOf(route, pathname)) throw new Error(`${address} led to ${pathname}`);
}
