import { Plan } from '@vialkeep/contract/plans.ts';
import { listInactiveUsers } from '@vialkeep/contract/users.ts';
import { listedUser } from '../../../kernel/testing/users.ts';
import { answered, describeScreen } from '../../../testing/describe-screen.ts';
import { memberOf } from '../../../testing/people.ts';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.inactive;
const visit = { page: '/inactive-users', as: memberOf(Plan.superAdmin) };
const inactive = listedUser({ may: ['activate', 'delete', 'login_as'] });

describeScreen('InactiveUsersScreen', {
  ...visit,
  answers: [answered(listInactiveUsers, [inactive])],
  reads: { route: listInactiveUsers, waiting: texts.loading },
  empty: { answers: [answered(listInactiveUsers, [])], shows: [texts.noneYet] },
  filled: [texts.heading, 'Ana Whitfield', 'ana@vialkeep.test'],
});
