import { commonRefusals } from '@vialkeep/contract/kernel/refusal.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { listInactiveUsers, setUserActive } from '@vialkeep/contract/users.ts';
import { test } from 'vitest';
import { listedUser } from '../../../kernel/testing/users.ts';
import { answerWith, describeScreen } from '../../../testing/describe-screen.ts';
import { expectAccessible, expectAnnounced } from '../../../testing/expectations.ts';
import { openScreen, server } from '../../../testing/open-screen.tsx';
import { pressControl } from '../../../testing/page-controls.ts';
import { memberOf } from '../../../testing/people.ts';
import { tableTexts } from '../../../ui/data-table/table.texts.ts';
import { formatPersonName } from '../../../ui/display/formats.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.inactive;
const visit = { page: '/inactive-users', as: memberOf(Plan.superAdmin) };
const inactive = listedUser({ may: ['activate', 'delete', 'login_as'] });

describeScreen(
  'InactiveUsersScreen',
  {
    ...visit,
    answers: [answerWith(listInactiveUsers, [inactive])],
    reads: { route: listInactiveUsers, waiting: texts.loading },
    empty: { answers: [answerWith(listInactiveUsers, [])], shows: [texts.noneYet] },
    filled: [texts.heading, 'Ana Whitfield', 'ana@vialkeep.test'],
  },
  () => {
    test('a user whom another administrator has activated already is refused with the reason', async () => {
      server.answer(listInactiveUsers, [inactive]);
      server.refuse(setUserActive, 'not_found');
      await openScreen(visit);
      await pressControl(tableTexts.actionsFor(formatPersonName(inactive)));
      await expectAccessible();
      await pressControl(texts.activate);
      expectAnnounced('alert', commonRefusals.not_found.message);
    });
  },
);
