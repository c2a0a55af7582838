import { Preferences, readPreferences, savePreferences } from '@vialkeep/contract/preferences.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { changesBetween } from '../../kernel/audit/audit-changes.ts';
import type { Db, Work } from '../../kernel/db/db.ts';
import { type Placeholders, statement } from '../../kernel/db/statement.ts';
import { handle } from '../../kernel/http/handle.ts';
import { updateAccount } from '../accounts/index.ts';

const defaults: Preferences = {
  colour_scheme: 'auto',
  density: 'comfortable',
  keep_messages: false,
  shortcuts: true,
};

/** Built once: building a schema takes longer than reading the row. */
const SavedPreferences = Preferences.partial();

export const readPreferencesHandler = handle(readPreferences, ({ actor, db }) => preferencesOf(db, actor.userId));

export const savePreferencesHandler = handle(savePreferences, ({ actor, body, write }) =>
  write(async (work) => {
    const before = await lockPreferences(work, actor.userId);
    const preferences = { ...before, ...body };
    await updateAccount(work, actor.userId, { preferences: JSON.stringify(preferences) });
    await audit(work, {
      domainId: actor.domainId,
      action: 'profile.preferences',
      subject: 'user',
      subjectId: actor.userId,
      facts: { fields: Object.keys(body) },
      changes: changesBetween(before, body),
    });
    return preferences;
  }),
);

async function preferencesOf(db: Db, userId: number): Promise<Preferences> {
  return withDefaults((await savedPreferences(db, { userId }))[0]);
}

/** Two changes at the same time take turns: each would write back the other's preference as it was before. */
async function lockPreferences({ db }: Work, userId: number): Promise<Preferences> {
  return withDefaults((await lockedPreferences(db, { userId }))[0]);
}

/** The saved preferences over the defaults; a preference that no longer exists is dropped. */
function withDefaults(row: { preferences: unknown } | undefined): Preferences {
  const saved = SavedPreferences.safeParse(row?.preferences);
  return { ...defaults, ...saved.data };
}

const savedPreferences = statement((db, { userId }: Placeholders<{ userId: number }>) =>
  db.selectFrom('users').select('preferences').where('id', '=', userId),
);

const lockedPreferences = statement((db, { userId }: Placeholders<{ userId: number }>) =>
  db.selectFrom('users').select('preferences').where('id', '=', userId).forNoKeyUpdate(),
);
