import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { arriveAt, bar, chooseOwnPassword, field, heading, modal, typeOwnPassword } from '../../page/portal.ts';
import { getJson } from '../../people/calls.ts';
import { confirmEmail } from '../../people/email-confirmation.ts';
import { baseUrl, holderOf, loggedIn, logInThroughTheForm, type Person, visitor } from '../../people/person.ts';
import { isStrict, logInWithFactor } from '../../people/second-factor.ts';

/** One transparent pixel. */
const LOGO = {
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const PASSWORD = 'coast-to-coast-1';
const FAILED = 'Something went wrong, Please try again!';

test('F157 F158 the wizard creates a site, whose administrator logs in there and sees the brand and only its users', async () => {
  const host = `coast-${Date.now().toString(36)}.localhost`;
  const email = `sol@${host}`;
  const { page, expectsRefusal } = await loggedIn('admin');
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Register a custom site' }).click();
  await heading(page, 'Custom Site Registration Process').waitFor();
  await page.getByRole('img', { name: 'How Your site will look' }).waitFor();
  await expectAccessibleInEveryLook(page, 'custom-site');
  const submit = page.getByRole('button', { name: 'Start Registration' });
  await submit.click();
  await page.getByText('Logo file is required.').waitFor();
  await page.getByText('Enter https:// and a host name').waitFor();

  await field(page, 'Admin First Name').fill('Sol');
  await field(page, 'Admin Last Name').fill('Reyes');
  await field(page, 'Admin E-mail').fill(email);
  await field(page, 'Admin Password').fill(PASSWORD);
  await field(page, 'Title/Name').fill('Coastline');
  await field(page, 'Email sender').fill(`hello@${host}`);
  await field(page, 'Colour').fill('#7a1f5c');
  await page.locator('input[type="file"]').setInputFiles(LOGO);
  expectsRefusal(400, '/domain/white-label/');
  await field(page, 'URL').fill('https://north.localhost');
  await submit.click();
  await page.getByText('This address already belongs to a site.').waitFor();
  await bar(page, FAILED).waitFor();
  await field(page, 'URL').fill(`https://${host}`);
  await submit.click();
  for (const text of ['Domain created Succesfully!', 'Admin user created Succesfully!', 'List Succesfully!']) {
    await bar(page, text).waitFor();
  }

  // Section 4 of the specification: each tick appears about 4 s after its call.
  await page.getByText('Please add the following IP in your Domain Manager/Web Hosting').waitFor({ timeout: 60_000 });
  const steps = page.getByRole('list', { name: 'Steps' });
  expect(await steps.getByText(', done').count()).toBe(4);
  await steps.getByText('(After your domain is up an running this process will be finished)').waitFor();

  // A super admin who returns, in any browser, resumes the registration.
  const again = await loggedIn('super');
  await again.page.goto('/custom-site-registration');
  await again.page.getByRole('listitem').filter({ hasText: host }).getByRole('link').click();
  await again.page.getByText('Waiting', { exact: true }).waitFor();
  await again.page.getByRole('button', { name: 'Check Status' }).click();
  await modal(again.page, 'Great! Your custom site is up and running')
    .getByText('Updating your SSL Certificate')
    .waitFor();
  const live = modal(again.page, 'Congratulations!');
  await live.getByText('Your custom site is live:').waitFor({ timeout: 60_000 });
  const address = baseUrl().replace('//localhost', `//${host}`);
  expect(await live.getByRole('link').getAttribute('href')).toBe(address);
  await live.getByRole('button', { name: 'Close' }).last().click();
  await again.page.getByText('Up and Running', { exact: true }).waitFor();

  let own = await visitor({ site: address });
  await own.page.goto('/');
  await heading(own.page, 'Admin Login').waitFor();
  expect(await own.page.title()).toBe('Guest View — Coastline');
  await own.page.getByRole('img', { name: 'Coastline' }).waitFor();
  await logInThroughTheForm(own.page, email, PASSWORD);
  await arriveAt(own.page, '/password');
  const password = `${PASSWORD}-own`;
  if (isStrict) own = await setUpFactor(own, email, password);
  else await chooseOwnPassword(own.page, PASSWORD, password);
  await own.page.goto('/dashboard');
  await own.page.getByText('Total Records: 1').waitFor();
  expect(await own.page.getByText('@vialkeep.test').count()).toBe(0);
  expect(await own.page.getByRole('link', { name: 'Register a custom site' }).count()).toBe(0);

  const found = await getJson(`${baseUrl()}/api/admin/users/?search=${encodeURIComponent(email)}`, again.token);
  expect(found.body).toMatchObject({ results: [{ email }] });
  expect(await bar(page, 'Something went wrong').count()).toBe(0);
});

/** Under the strict policy a new administrator sets up a second factor and confirms the e-mail address first. */
async function setUpFactor({ page, expectsRefusal }: Person, email: string, password: string): Promise<Person> {
  expectsRefusal(409, '/api/v1/*');
  await typeOwnPassword(page, PASSWORD, password);
  await arriveAt(page, '/second-factor');
  const site = new URL(page.url()).origin;
  await logInWithFactor({ ...holderOf(email, site), password });
  // The set-up locks the session of this browser.
  const again = await visitor({ site });
  await again.page.goto('/');
  again.expectsRefusal(409, '/api/v1/*');
  await logInThroughTheForm(again.page, email, password);
  await arriveAt(again.page, '/email-not-confirmed');
  await again.page.getByRole('button', { name: 'Resend' }).click();
  await confirmEmail(again.page, email, site);
  await arriveAt(again.page, '/dashboard');
  return again;
}
