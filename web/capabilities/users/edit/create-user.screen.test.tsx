import { addUser, REQUIRED_CLINIC_FIELDS, REQUIRED_FIELDS } from '@vialkeep/contract/users.ts';
import { describe, expect, test } from 'vitest';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen, user, useScreens } from '../../../testing/open-screen.tsx';
import {
  controlNamed,
  expectProblemAt,
  fieldLabelled,
  fillFields,
  hasControl,
  pressControl,
  TRANSITION_MS,
} from '../../../testing/page-controls.ts';
import { pageText } from '../../../testing/page-text.ts';
import { administration, announceDashboard } from '../testing/administration.ts';
import { usersTexts } from '../users.texts.ts';
import { type CreatablePlan, membershipNames } from './membership-cards.tsx';

const texts = usersTexts.create;
const typed = {
  [texts.firstName]: 'Nell',
  [texts.lastName]: 'Arden',
  [texts.email]: 'nell@vialkeep.test',
  [texts.password]: 'correct horse battery',
};

/** The card of a membership is named by its title and its explanation. */
const cardOf = (plan: CreatablePlan) => `${membershipNames[plan]}${texts.explained[plan]}`;

async function openWizard(plan: CreatablePlan): Promise<void> {
  announceDashboard();
  await openScreen(administration);
  await pressControl(usersTexts.list.add);
  await pressControl(cardOf(plan));
}

async function chooseDomain(): Promise<void> {
  await user.click(fieldLabelled(texts.domain));
  await settleScreen(TRANSITION_MS);
  await pressControl('Vialkeep');
}

describe('The wizard for a new user', () => {
  useScreens();

  test('F134 each of the nine memberships has a card, and those of a clinic ask for its name and phone number', async () => {
    announceDashboard();
    await openScreen(administration);
    await pressControl(usersTexts.list.add);
    await expectAccessible();
    // @NOTE Object.keys gives strings; the keys are the plans of the cards.
    const plans = Object.keys(membershipNames).map(Number) as CreatablePlan[];
    expect(plans).toHaveLength(9);
    const asking: number[] = [];
    for (const plan of plans) {
      await pressControl(cardOf(plan));
      expectTexts(texts.heading(membershipNames[plan]));
      if (pageText().includes(texts.clinicPhone)) asking.push(plan);
      await pressControl(texts.back);
    }
    expect(asking).toEqual([4, 5, 9]);
  });

  test('F134 a missing value is reported in the documented words, also at its field, and nothing is sent', async () => {
    await openWizard(9);
    expect(fieldLabelled(texts.line1).getAttribute('placeholder')).toBe(texts.line1Placeholder);
    expectTexts(texts.postalCodeHelp);
    await pressControl(texts.submit);
    expectAnnounced('alert', REQUIRED_FIELDS);
    expectProblemAt(texts.domain, texts.domainRequired);
    expectProblemAt(texts.firstName, 'First Name is required.');
    expectProblemAt(texts.email, 'E-mail is required.');
    await expectAccessible();

    await chooseDomain();
    await fillFields(typed);
    await pressControl(texts.submit);
    expectAnnounced('alert', REQUIRED_CLINIC_FIELDS);
    await fillFields({ [texts.clinic]: 'Nell’s Clinic', [texts.clinicPhone]: 'call me' });
    await pressControl(texts.submit);
    expectProblemAt(texts.clinicPhone, 'Use digits, spaces, + ( ) and -.');
    await fillFields({ [texts.clinicPhone]: '+1 555 0190', [texts.password]: 'short' });
    await pressControl(texts.submit);
    expectProblemAt(texts.password, 'Password must have at least 8 characters.');
    expect(server.receivedCalls(addUser)).toEqual([]);
  });

  test('F134 an e-mail that has an account already is refused at its field', async () => {
    const { message } = addUser.refusals.email_in_use;
    await openWizard(1);
    server.refuse(addUser, 'email_in_use', { fields: { email: message } });
    await chooseDomain();
    await fillFields(typed);
    await pressControl(texts.submit);
    expectProblemAt(texts.email, message);
    expect(server.receivedCalls(addUser)).toMatchObject([
      { body: { subscription: 1, domain: 1, first_name: 'Nell', email: 'nell@vialkeep.test' } },
    ]);
  });

  test('F134 Back clears the choice of the membership', async () => {
    await openWizard(3);
    await pressControl(texts.back);
    expectTexts(texts.choose);
    expectNoTexts(texts.heading('Sales Rep'));
    await pressControl(cardOf(11));
    expectTexts(texts.heading('Sales Affiliate'));
  });

  test('F134 the button shows that the form is being sent, and a failure preserves the typed input', async () => {
    await openWizard(11);
    server.hold(addUser);
    await chooseDomain();
    await fillFields(typed);
    await pressControl(texts.submit);
    expect(controlNamed(texts.busy).hasAttribute('disabled')).toBe(true);
    server.refuse(addUser, 'unexpected');
    await settleScreen();
    expectAnnounced('alert', texts.failed);
    expect(hasControl(texts.submit)).toBe(true);
    expect(fieldLabelled(texts.firstName).value).toBe('Nell');

    await user.keyboard('{Escape}');
    await settleScreen(TRANSITION_MS);
    expect(document.querySelectorAll('[role=alertdialog]')).toHaveLength(1);
    await expectAccessible();
  });
});
