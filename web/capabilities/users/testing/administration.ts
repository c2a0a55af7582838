import { readMoneyOverview } from '@vialkeep/contract/money-overview.ts';
import { Plan } from '@vialkeep/contract/plans.ts';
import { DomainOption, listDomains } from '@vialkeep/contract/sites.ts';
import { readRevenue } from '@vialkeep/contract/transactions.ts';
import { type ListedUser, listMemberships, listUsers, listUserTags } from '@vialkeep/contract/users.ts';
import { readWaiting } from '@vialkeep/contract/waiting.ts';
import { buildSample } from '../../../testing/build-sample.ts';
import { type Announcement, answerWith } from '../../../testing/describe-screen.ts';
import { server } from '../../../testing/open-screen.tsx';
import { memberOf } from '../../../testing/people.ts';

/** An administrator's dashboard, which holds the users list. */
export const administration = { page: '/dashboard', as: memberOf(Plan.superAdmin), may: ['users.create'] };

/** The answers of the dashboard with these users in its list. */
export function dashboardAnswers(users: readonly ListedUser[]): readonly Announcement[] {
  return [
    answerWith(readWaiting, buildSample(readWaiting.answer)),
    answerWith(readMoneyOverview, buildSample(readMoneyOverview.answer)),
    answerWith(readRevenue, buildSample(readRevenue.answer)),
    answerWith(listUsers, { results: [...users], count: users.length, count_is_exact: true }),
    answerWith(listUserTags, [
      { id: 1, name: 'Vials ordering' },
      { id: 2, name: 'Priority' },
    ]),
    answerWith(listDomains, [
      buildSample(DomainOption, { value: 1, label: 'Vialkeep' }),
      buildSample(DomainOption, { value: 2, label: 'Northlight' }),
    ]),
    answerWith(listMemberships, []),
  ];
}

/** Announces the answers of the dashboard with these users. */
export function announceDashboard(users: readonly ListedUser[] = []): void {
  for (const announce of dashboardAnswers(users)) announce(server);
}
