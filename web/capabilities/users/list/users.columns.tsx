import type { ListedUser } from '@vialkeep/contract/users.ts';
import { formatEmail, formatPersonName } from '../../../ui/display/formats.ts';
import { customColumn, textColumn } from '../../../ui/layout/columns.tsx';
import { accountLines } from '../account-lines.ts';
import { usersTexts } from '../users.texts.ts';
import { AccountDetails, UserDocuments, UserInformation } from './user-cells.tsx';

/** `today` is 'YYYY-MM-DD'. */
export function userColumns(today: string) {
  return [
    customColumn<ListedUser>(usersTexts.information.column, (user) => <UserInformation user={user} />, {
      value: (user) => `#${user.id} - ${formatPersonName(user)}`,
      width: '32%',
    }),
    customColumn<ListedUser>(usersTexts.documents.column, (user) => <UserDocuments user={user} />, {
      value: (user) => user.documents.map(({ name, status }) => name || status).join(', '),
      width: '17%',
    }),
    customColumn<ListedUser>(usersTexts.account.column, (user) => <AccountDetails user={user} today={today} />, {
      value: (user) =>
        accountLines(user)
          .map(([label, value]) => `${label}: ${value}`)
          .join(', '),
    }),
  ];
}

const texts = usersTexts.inactive;

export const inactiveUserColumns = [
  textColumn<ListedUser>(texts.users, (user) => `#${user.id} - ${formatPersonName(user)}`, {
    sort: (user) => user.last_name,
  }),
  textColumn<ListedUser>(texts.email, (user) => formatEmail(user.email)),
  textColumn<ListedUser>(texts.company, (user) => user.company, { priority: 2 }),
  textColumn<ListedUser>(texts.type, (user) => user.subscription_name),
  textColumn<ListedUser>(texts.domain, (user) => user.domain.name || usersTexts.none, { priority: 2 }),
];
