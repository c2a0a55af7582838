import { cleanup } from '@testing-library/react';
import { readLabSettings } from '@vialkeep/contract/lab-policy.ts';
import { updateUser } from '@vialkeep/contract/profile.ts';
import { readSalesChain, readUserDetails } from '@vialkeep/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { queryClient } from '../../../kernel/api/query.ts';
import { listedUser, processing, userDetails } from '../../../kernel/testing/users.ts';
import { buildSample } from '../../../testing/build-sample.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen, user, useScreens } from '../../../testing/open-screen.tsx';
import {
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
  TRANSITION_MS,
} from '../../../testing/page-controls.ts';
import { formTexts } from '../../../ui/form/form.texts.ts';
import { administration, announceDashboard } from '../testing/administration.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.details;
const lab = { subscription: { id: 1, name: 'Lab' }, may_become: [1], company: 'North Lab' };

async function openDetails(details: ReturnType<typeof userDetails>): Promise<void> {
  announceDashboard([listedUser()]);
  server.answer(readUserDetails, details);
  server.answer(readSalesChain, buildSample(readSalesChain.answer));
  await openScreen(administration);
  await pressControl('#1028 - Ana Whitfield');
  expectTexts(texts.title);
}

describe('The form of a user', () => {
  useScreens();

  test('the record of a lab leads to its bench only where the bench is switched on', async () => {
    const settings = buildSample(readLabSettings.answer, { bench_on: true });
    for (const bench_on of [false, true]) {
      announceDashboard([listedUser()]);
      server.answer(readUserDetails, userDetails(lab));
      server.answer(readSalesChain, buildSample(readSalesChain.answer));
      server.answer(readLabSettings, { ...settings, bench_on });
      await openScreen({ ...administration, may: ['users.create', 'bench.use'] });
      await pressControl('#1028 - Ana Whitfield');
      expect(hasControl(usersTexts.bench.storage)).toBe(bench_on);
      cleanup();
      queryClient.clear();
    }
  });

  test('F135 wrong input is reported at its field and not sent', async () => {
    await openDetails(userDetails(lab));
    await expectAccessible();
    await fillFields({ [texts.firstName]: ' ', [texts.email]: 'nobody', [texts.phone]: 'by letter' });
    await pressControl(texts.submit);
    expectAnnounced('alert', formTexts.needAttention(3));
    expectProblemAt(texts.firstName, 'First Name is required.');
    expectProblemAt(texts.email, 'Enter an e-mail address.');
    expectProblemAt(texts.phone, 'Use digits, spaces, + ( ) and -.');
    expect(server.receivedCalls(updateUser)).toEqual([]);
  });

  test('F135 a user can have several tags, and a field that was not changed is not sent', async () => {
    await openDetails(userDetails(lab));
    server.hold(updateUser);
    await user.click(fieldLabelled(texts.tags));
    await settleScreen(TRANSITION_MS);
    await pressControl('Vials ordering');
    await pressControl('Priority');
    await pressControl(texts.submit);
    const [sent] = server.receivedCalls(updateUser);
    expect(sent?.body).toMatchObject({ tags: [1, 2] });
    expect(sent?.body).not.toHaveProperty('email');
  });

  test('F135 an e-mail that has an account already is refused at its field', async () => {
    await openDetails(userDetails(lab));
    const { message } = updateUser.refusals.email_in_use;
    server.refuse(updateUser, 'email_in_use', { fields: { email: message } });
    await fillFields({ [texts.email]: 'hc@vialkeep.test' });
    await pressControl(texts.submit);
    expectProblemAt(texts.email, message);
  });

  test('F135 contradictory dates that the server refuses are announced, and the form stays open', async () => {
    await openDetails(userDetails({ processing }));
    server.refuse(updateUser, 'dates_contradict');
    await fillFields({ [texts.firstName]: 'Anna' });
    await pressControl(texts.submit);
    expectAnnounced('alert', updateUser.refusals.dates_contradict.message);
    expectTexts(texts.title);
  });

  test('F135 a save after another administrator’s shows the changes of the first one and loses no input', async () => {
    await openDetails(userDetails(lab));
    await fillFields({ [texts.firstName]: 'Nellie' });
    server.refuse(updateUser, 'changed_meanwhile');
    server.answer(readUserDetails, userDetails({ ...lab, company: 'Theirs', version: 4 }));
    await pressControl(texts.submit);
    expectAnnounced('alert', updateUser.refusals.changed_meanwhile.message);
    expectTexts('Changed meanwhile by somebody else', 'Company: North Lab → Theirs');
    expect([fieldLabelled(texts.firstName).value, fieldLabelled(texts.company).value]).toEqual(['Nellie', 'Theirs']);
    await expectAccessible();

    await pressControl(texts.submit);
    expect(server.receivedCalls(updateUser).map(({ body }) => body.version)).toEqual([3, 4]);
    expect(server.receivedCalls(updateUser).at(-1)?.body).toMatchObject({ first_name: 'Nellie' });
  });

  test('F135 closing the form asks about unsaved input, and the input returns with the form until it is discarded', async () => {
    await openDetails(userDetails(lab));
    await fillFields({ [texts.firstName]: 'Nearly' });
    await settleScreen(1000);
    await user.keyboard('{Escape}');
    await settleScreen(TRANSITION_MS);
    await expectAccessible();
    await pressControl('Keep editing');
    expect(fieldLabelled(texts.firstName).value).toBe('Nearly');
    await user.keyboard('{Escape}');
    await settleScreen(TRANSITION_MS);
    await pressControl('Leave');
    expectNoTexts(texts.title);

    await pressControl('#1028 - Ana Whitfield');
    expectTexts(formTexts.restored);
    expect(fieldLabelled(texts.firstName).value).toBe('Nearly');
    await pressControl(formTexts.discard);
    expect(fieldLabelled(texts.firstName).value).toBe('Ana');
  });
});
