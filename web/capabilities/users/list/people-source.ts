import { listUsers } from '@vialkeep/contract/users.ts';
import { call } from '../../../kernel/api/api.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import type { SearchSource } from '../../../kernel/search-source.ts';
import { usersTexts } from '../users.texts.ts';

const SHOWN = 6;

/** Finds users by id, name, email or company, like the users list. */
export const peopleSource: SearchSource = {
  group: usersTexts.people,
  ask: async (search, signal) => {
    const { results } = await call(listUsers, { query: { search, limit: SHOWN }, signal });
    return results.map((user) => ({
      id: `user ${user.id}`,
      label: `#${user.id} - ${user.first_name} ${user.last_name}`,
      detail: [user.subscription_name, user.company].filter(Boolean).join(' · '),
      to: linkTo(addresses.dashboard, {}, { user: user.id }),
    }));
  },
};
