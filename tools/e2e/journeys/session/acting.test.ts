import { expect, test } from 'vitest';
import { expectAccessibleInEveryLook } from '../../page/every-look.ts';
import { actingStrip, arriveAt, bar, heading, modal } from '../../page/portal.ts';
import { emailOf } from '../../people/accounts.ts';
import { getJson, postJson } from '../../people/calls.ts';
import { letterTo } from '../../people/emails.ts';
import { loginAsAddress } from '../../people/impersonation.ts';
import { baseUrl, type LoggedIn, loggedIn, openSession } from '../../people/person.ts';

const PATIENT = 'patient5';
const why = 'Her address is wrong on a label';

test('an administrator impersonates a patient with a reason, and the patient reads the note and ends the session', async () => {
  const patient = await loggedIn(PATIENT);
  await forgetVisits(patient);
  const admin = await loggedIn('admin');
  const tab = admin.page;
  await tab.goto(await loginAsAddress(admin, patient.user.id, why));
  await actingStrip(tab).getByText(`You are logged in as ${patient.user.username}`).waitFor();
  await actingStrip(tab)
    .getByText(/^(59|58) min left$/)
    .waitFor();
  await admin.calm();
  await expectAccessibleInEveryLook(tab, 'acting-strip');

  const { text } = await letterTo(emailOf(PATIENT), 'opened');
  expect(text).toContain('Priya Raman (Admin) opened your account on ');
  expect(text).toContain(`Reason: ${why}.`);

  await patient.page.goto('/dashboard');
  const note = patient.page.getByRole('note').filter({ hasText: 'Priya Raman (Admin)' });
  await note.getByText('has been working in your account since').waitFor();
  await note.getByText(`Reason: ${why}.`).waitFor();
  await patient.calm();
  await expectAccessibleInEveryLook(patient.page, 'visit-note');

  await note.getByRole('link', { name: 'See where you are logged in' }).click();
  await heading(patient.page, 'Settings').waitFor();
  const acting = patient.page.getByText('Administrator in your account');
  await acting.waitFor();
  await patient.page.getByText(why, { exact: true }).waitFor();
  await patient.calm();
  const end = patient.page.getByRole('button', { name: 'End Priya Raman (Admin)' });
  const question = modal(patient.page, 'End session');
  await expectAccessibleInEveryLook(patient.page, 'sessions-with-acting', [
    {
      name: 'end',
      open: async () => {
        await end.click();
        await question.getByText('This person can no longer work in your account.').waitFor();
      },
      close: async () => {
        await question.getByRole('button', { name: 'Cancel' }).click();
        await question.waitFor({ state: 'detached' });
      },
    },
  ]);
  await end.click();
  await question.getByRole('button', { name: 'End session' }).click();
  await bar(patient.page, 'The session has ended.').waitFor();
  await acting.waitFor({ state: 'detached' });

  const { id } = patient.user;
  for (const path of ['session', String(id), 'preferences']) admin.expectsRefusal(401, `/api/v1/users/${path}/`);
  admin.expectsRefusal(401, `/api/v1/utilities/check-agreement/${id}/`);
  await tab.goto('/profile');
  await arriveAt(tab, '/');
  await bar(tab, 'Your session has ended.').waitFor();

  await note.getByText(/worked in your account on \d+ \w+ \d{4}, \d\d:\d\d–\d\d:\d\d UTC\. Reason: /).waitFor();
  await note.getByRole('button', { name: 'OK' }).click();
  await note.waitFor({ state: 'detached' });
  await patient.page.reload();
  await heading(patient.page, 'Settings').waitFor();
  await patient.calm();
  expect(await note.count()).toBe(0);
});

test('without the return cookie, going back leads to the login page', async () => {
  const admin = await loggedIn('admin');
  const { page } = admin;
  const { user } = await openSession('rhc2');
  await page.goto(await loginAsAddress(admin, user.id, why));
  const back = actingStrip(page).getByRole('button', { name: 'Go back as Super Admin' });
  await back.waitFor();
  admin.expectsRefusal(401, '/api/v1/*');
  await admin.context.clearCookies({ name: /^vk_return/ });
  await back.click();
  await arriveAt(page, '/');
  await bar(page, 'Please log in again.').waitFor();
});

test('a copied acting token gives no access to the administrator’s own session', async () => {
  const { token, user } = await openSession('admin');
  const call = (path: string, body: object, by?: string) => postJson(`${baseUrl()}${path}`, body, by);
  const { user: target } = await openSession('donor');
  const made = await call('/api/admin/users/generate-login-as-user-token/', { user_id: target.id, reason: why }, token);
  const code = (made.body as { token: string }).token;
  const opened = await call('/api/v1/users/login-as-user/', { user_id: target.id, token: code });
  const acting = (opened.body as { token: string }).token;
  const back = await call('/api/v1/users/login-as-user/', { user_id: user.id }, acting);
  expect(back.body).toMatchObject({ token: null, user: null, message: 'Please log in again.' });
  expect((await getJson(`${baseUrl()}/api/v1/users/session/`, acting)).status).toBe(401);
  expect((await getJson(`${baseUrl()}/api/v1/users/session/`, token)).status).toBe(200);
});

/** An earlier run may have left a session and a note about it in the account. */
async function forgetVisits({ token }: LoggedIn): Promise<void> {
  await postJson(`${baseUrl()}/api/v1/users/sessions/end-others/`, {}, token);
  const { body } = await getJson(`${baseUrl()}/api/v1/users/session/`, token);
  const ids = (body as { visits: { id: number }[] }).visits.map(({ id }) => id);
  if (ids.length > 0) await postJson(`${baseUrl()}/api/v1/users/visits/seen/`, { ids }, token);
}
