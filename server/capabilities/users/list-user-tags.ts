import { listUserTags } from '@vialkeep/contract/users.ts';
import { handle } from '../../kernel/http/handle.ts';

export const listUserTagsHandler = handle(listUserTags, async ({ db }) =>
  db.selectFrom('tags').select(['id', 'name']).orderBy('id').execute(),
);
