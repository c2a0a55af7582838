import { Group, Stack, Text } from '@mantine/core';
import type { ListedUser } from '@vialkeep/contract/users.ts';
import { customColumn, dayColumn, textColumn } from '../../ui/columns.tsx';
import { formatLastLogin } from '../../ui/formats.ts';
import { StatusPill } from '../../ui/status-pill.tsx';
import { usersTexts } from './users.texts.ts';

const texts = usersTexts.list;

export const userColumns = [
  customColumn<ListedUser>(
    texts.information,
    (user) => (
      <Stack gap={2}>
        <Text fw={600}>{`#${user.id} - ${user.first_name} ${user.last_name}`}</Text>
        <Text size="sm" c="dimmed">
          {[user.email, user.company, unbroken(user.phone_number)].filter(Boolean).join(' · ')}
        </Text>
        <Group gap={6}>
          <StatusPill tone="none">{user.subscription_name}</StatusPill>
          <Text size="sm" c="dimmed">
            {user.domain.name}
          </Text>
        </Group>
      </Stack>
    ),
    { value: (user) => `#${user.id} - ${user.first_name} ${user.last_name}` },
  ),
  dayColumn<ListedUser>(texts.joined, (user) => user.date_joined, { priority: 2, sort: false }),
  textColumn<ListedUser>(texts.lastLogin, (user) => formatLastLogin(user.last_login), { priority: 3, sort: false }),
];

const inactive = usersTexts.inactive;

export const inactiveUserColumns = [
  textColumn<ListedUser>(inactive.users, (user) => `#${user.id} - ${user.first_name} ${user.last_name}`, {
    sort: (user) => user.last_name,
  }),
  textColumn<ListedUser>(inactive.email, (user) => user.email),
  textColumn<ListedUser>(inactive.company, (user) => user.company, { priority: 2 }),
  textColumn<ListedUser>(inactive.type, (user) => user.subscription_name),
  textColumn<ListedUser>(inactive.domain, (user) => user.domain.name || inactive.none, { priority: 2 }),
];

/** Stays on one line, so that it can be read as one number. */
function unbroken(number: string): string {
  return number.replaceAll(' ', '\u00a0');
}
