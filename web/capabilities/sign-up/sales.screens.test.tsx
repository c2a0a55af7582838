import { Plan } from '@vialkeep/contract/plans.ts';
import { addSalesRep } from '@vialkeep/contract/sign-up.ts';
import { describe, expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server, shownAddress, useScreens } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { signUpTexts as texts } from './sign-up.texts.ts';

const screens = [
  { name: 'SalesRepScreen', page: '/sales-rep-registration', says: texts.pages.salesRep, plan: Plan.salesRep },
  {
    name: 'SalesManagerScreen',
    page: '/sales-manager-registration',
    says: texts.pages.salesManager,
    plan: Plan.salesManager,
  },
  {
    name: 'SalesDistributorScreen',
    page: '/sales-distributor-registration',
    says: texts.pages.salesDistributor,
    plan: Plan.salesDistributor,
  },
  { name: 'AdminScreen', page: '/admin-registration-process', says: texts.pages.admin, plan: Plan.salesRep },
];
const typed = {
  [texts.firstName]: 'Rita',
  [texts.lastName]: 'Sand',
  [texts.email]: 'rita@vialkeep.test',
  [texts.password]: 'correct horse battery',
};

for (const { name, page, says, plan } of screens) {
  describeScreen(name, { page, answers: [], filled: [says.title, texts.addressGroup] }, () => {
    test('a new account is sent with the plan of the page, and a dialog shows the message of the server', async () => {
      server.answer(addSalesRep, buildSample(addSalesRep.answer, { message: 'You can log in.' }));
      await openScreen({ page });
      await fillFields(typed);
      await pressControl(texts.submit);
      expect(server.receivedCalls(addSalesRep)).toMatchObject([{ body: { first_name: 'Rita', subscription: plan } }]);
      expectTexts(says.created, 'You can log in.');
    });
  });
}

describe('The sign-up form of the sales plans', () => {
  useScreens();

  test('an e-mail that has an account already is refused at its field', async () => {
    const { message } = addSalesRep.refusals.email_in_use;
    server.refuse(addSalesRep, 'email_in_use', { fields: { email: message } });
    await openScreen({ page: '/sales-rep-registration' });
    await fillFields(typed);
    await pressControl(texts.submit);
    expectProblemAt(texts.email, message);
    await expectAccessible();
  });

  test('the dialog after a sign-up is accessible and leads to the login page', async () => {
    server.answer(addSalesRep, buildSample(addSalesRep.answer, { message: 'You can log in.' }));
    await openScreen({ page: '/sales-rep-registration' });
    await fillFields(typed);
    await pressControl(texts.submit);
    await expectAccessible();
    await pressControl(texts.login);
    expect(shownAddress()).toBe('/');
  });
});
