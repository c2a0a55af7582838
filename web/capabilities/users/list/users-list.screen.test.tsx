import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { updatePassword } from '@vialkeep/contract/profile.ts';
import { exportUsers, listUsers, setUserInactive } from '@vialkeep/contract/users.ts';
import { expect, test } from 'vitest';
import { listedUser } from '../../../kernel/testing/users.ts';
import { describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced, expectNoTexts, expectTexts } from '../../../testing/expectations.ts';
import { openScreen, server, settleScreen } from '../../../testing/open-screen.tsx';
import { controlNamed, fillFields, hasControl, pressControl } from '../../../testing/page-controls.ts';
import { tableTexts } from '../../../ui/data-table/table.texts.ts';
import { administration, announceDashboard, dashboardAnswers } from '../testing/administration.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.list;
const ana = listedUser({ may: ['deactivate', 'change_password'] });
const ANA = '#1028 - Ana Whitfield';

describeScreen(
  'UsersList on the dashboard of an administrator',
  {
    ...administration,
    answers: dashboardAnswers([ana]),
    reads: { route: listUsers, waiting: texts.loading },
    empty: { answers: dashboardAnswers([]), shows: [tableTexts.empty] },
    filled: [texts.title, ANA, 'ana@vialkeep.test', 'Total Records: 1', 'Showing 1 of 1 records'],
  },
  () => {
    test('F133 a lab without documents and account details says so in its row', async () => {
      announceDashboard([listedUser({ subscription: 1, subscription_name: 'Lab' })]);
      await openScreen(administration);
      expectTexts(usersTexts.account.none, usersTexts.documents.none);
    });

    test('F136 V-04 a failed deletion closes the question and announces the reason', async () => {
      announceDashboard([ana]);
      server.refuse(setUserInactive, 'unexpected');
      await openScreen(administration);
      await pressControl(tableTexts.actionsFor('Ana Whitfield'));
      await pressControl(texts.delete);
      expectTexts(usersTexts.delete.question, usersTexts.delete.consequence);
      await expectAccessible();
      await pressControl(usersTexts.delete.confirm);
      expectAnnounced('alert', commonRefusals.unexpected.message);
      expectNoTexts(usersTexts.delete.question);
      expectTexts(ANA);
    });

    test('F136 a deletion that the administrator cancels is not sent', async () => {
      announceDashboard([ana]);
      await openScreen(administration);
      await pressControl(tableTexts.actionsFor('Ana Whitfield'));
      await pressControl(texts.delete);
      await pressControl(usersTexts.delete.cancel);
      expectNoTexts(usersTexts.delete.question);
      expect(server.receivedCalls(setUserInactive)).toEqual([]);
    });

    test('F137 a password that is too short is reported at its field and not sent', async () => {
      announceDashboard([ana]);
      await openScreen(administration);
      await pressControl(tableTexts.actionsFor('Ana Whitfield'));
      await pressControl(texts.changePassword);
      expectTexts('#1028', 'Ana Whitfield', 'General Member');
      await pressControl(usersTexts.password.submit);
      expectTexts('Password must have at least 8 characters.');
      await expectAccessible();
      expect(server.receivedCalls(updatePassword)).toEqual([]);
    });

    test('F138 a failed export announces the reason, and its button becomes available again', async () => {
      announceDashboard([ana]);
      server.hold(exportUsers);
      await openScreen(administration);
      await pressControl(usersTexts.export.everything);
      expect(hasControl(usersTexts.export.everything)).toBe(false);
      expectTexts(usersTexts.export.processing);
      server.refuse(exportUsers, 'unexpected');
      await settleScreen();
      expectAnnounced('alert', commonRefusals.unexpected.message);
      expect(controlNamed(usersTexts.export.everything).hasAttribute('disabled')).toBe(false);
    });

    test('F132 a text without a match leaves an empty list that says what was typed', async () => {
      announceDashboard([ana]);
      await openScreen(administration);
      announceDashboard([]);
      await fillFields({ [tableTexts.filter(texts.title)]: 'nell' });
      await settleScreen(1000);
      expectTexts(tableTexts.noMatch('nell'), texts.filtered);
      expect(server.receivedCalls(listUsers).at(-1)?.query).toMatchObject({ search: 'nell' });
    });
  },
);
