import { Plan } from '@vialkeep/contract/plans.ts';
import { addSalesManager } from '@vialkeep/contract/sales-teams.ts';
import { addSalesRep } from '@vialkeep/contract/sign-up.ts';
import { expect, test } from 'vitest';
import { buildSample } from '../../testing/build-sample.ts';
import { describeScreen } from '../../testing/describe-screen.ts';
import { expectAccessible, expectTexts } from '../../testing/expectations.ts';
import { openScreen, server } from '../../testing/open-screen.tsx';
import { expectProblemAt, fillFields, pressControl } from '../../testing/page-controls.ts';
import { memberOf } from '../../testing/people.ts';
import { salesTeamsTexts } from './sales-teams.texts.ts';

const texts = salesTeamsTexts.add;
const typed = { [texts.firstName]: 'Rita', [texts.lastName]: 'Sand', [texts.email]: 'rita@vialkeep.test' };
const rep = { page: '/add-sales-rep', as: memberOf(Plan.salesManager) };
const manager = { page: '/add-sales-manager', as: memberOf(Plan.salesDistributor) };

describeScreen('AddSalesRepScreen', { ...rep, answers: [], filled: [texts.rep.title, texts.lead] }, () => {
  test('F131 a new rep is sent with the manager, and a dialog shows the message of the server', async () => {
    server.answer(addSalesRep, buildSample(addSalesRep.answer, { message: 'Rita can log in.' }));
    await openScreen(rep);
    await fillFields(typed);
    await pressControl(texts.submit);
    expect(server.receivedCalls(addSalesRep)).toMatchObject([
      { body: { email: 'rita@vialkeep.test', subscription: Plan.salesRep, sales_manager_id: rep.as.id } },
    ]);
    expectTexts(texts.rep.created, 'Rita can log in.');
    await expectAccessible();
  });

  test('an e-mail that has an account already is refused at its field', async () => {
    const { message } = addSalesRep.refusals.email_in_use;
    server.refuse(addSalesRep, 'email_in_use', { fields: { email: message } });
    await openScreen(rep);
    await fillFields(typed);
    await pressControl(texts.submit);
    expectProblemAt(texts.email, message);
    await expectAccessible();
  });
});

describeScreen('AddSalesManagerScreen', { ...manager, answers: [], filled: [texts.manager.title, texts.lead] }, () => {
  test('an e-mail that has an account already is refused at its field', async () => {
    const { message } = addSalesManager.refusals.email_in_use;
    server.refuse(addSalesManager, 'email_in_use', { fields: { email: message } });
    await openScreen(manager);
    await fillFields(typed);
    await pressControl(texts.submit);
    expectProblemAt(texts.email, message);
    expect(server.receivedCalls(addSalesManager)).toMatchObject([{ body: { sales_distributor_id: manager.as.id } }]);
  });
});
