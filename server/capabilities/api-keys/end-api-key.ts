import {
  API_KEY_LONGEST_YEARS,
  KeyScope,
  MOST_API_KEYS,
  replaceApiKey,
  revokeApiKey,
} from '@vialkeep/contract/api-keys.ts';
import { sql } from 'kysely';
import { audit } from '../../kernel/audit/audit.ts';
import { handle } from '../../kernel/http/handle.ts';
import { orNotFound, refuseBy } from '../../kernel/http/refuse.ts';
import { countWorkingKeys, isWorking, type KeyRow, lockOwner, requireKey } from './api-keys.queries.ts';
import { checkPassword } from './check-password.ts';
import { addDays, addYears, daysBetween, today } from './days.ts';
import { insertKey } from './new-key.ts';
import { grantableScopes } from './rights-of-keys.ts';

/** Only the owner replaces a key: the new one would let an administrator call in the owner's name. */
export const replaceApiKeyHandler = handle(replaceApiKey, async (call) => {
  const { access, actor, body, db, params, services, write } = call;
  const key = await requireKey(db, access, params.id);
  orNotFound(key.owner_id === actor.userId ? key : null);
  const scopes = key.scopes.map((scope) => KeyScope.parse(scope));
  const grantable = grantableScopes(services.permissions, actor);
  if (!scopes.every((scope) => grantable.includes(scope))) throw refuseBy(replaceApiKey, 'scope_beyond_rights');
  await checkPassword(call, replaceApiKey, body.password_current);
  return write(async (work) => {
    await lockOwner(work, actor.userId);
    if (body.overlap_hours > 0 && (await countWorkingKeys(work, actor.userId, 'replaced')) >= MOST_API_KEYS) {
      throw refuseBy(replaceApiKey, 'too_many_keys');
    }
    const made = await insertKey(work, {
      domainId: key.domain_id,
      ownerId: key.owner_id,
      siteId: key.site_id,
      name: key.name,
      scopes,
      expiresOn: expiryOfSuccessor(key),
    });
    const replaced = await work.db
      .updateTable('api_keys')
      .set({ replaced_by: made.id, dies_at: sql`now() + make_interval(hours => ${body.overlap_hours})` })
      .where('id', '=', key.id)
      .where('replaced_by', 'is', null)
      .where(isWorking)
      .returning('id')
      .executeTakeFirst();
    if (!replaced) throw refuseBy(replaceApiKey, 'key_ended');
    await audit(work, {
      domainId: key.domain_id,
      action: 'api_keys.replace',
      subject: 'api_key',
      subjectId: key.id,
      facts: { owner: key.owner_id, by: made.id, overlap_hours: body.overlap_hours },
    });
    return { success: true as const, ...made };
  });
});

export const revokeApiKeyHandler = handle(revokeApiKey, async ({ access, db, params, write }) => {
  const key = await requireKey(db, access, params.id);
  return write(async (work) => {
    const revoked = await work.db
      .updateTable('api_keys')
      .set({ revoked_at: sql`now()` })
      .where('id', '=', key.id)
      .where(isWorking)
      .returning('id')
      .executeTakeFirst();
    if (!revoked) throw refuseBy(revokeApiKey, 'key_ended');
    await audit(work, {
      domainId: key.domain_id,
      action: 'api_keys.revoke',
      subject: 'api_key',
      subjectId: key.id,
      facts: { owner: key.owner_id },
    });
    return { success: true as const };
  });
});

/** The new key works for as many days as the old one was made for. */
function expiryOfSuccessor({ created_at, expires_on }: KeyRow): string {
  const now = today();
  const same = addDays(now, daysBetween(created_at.toISOString().slice(0, 10), expires_on));
  const latest = addYears(now, API_KEY_LONGEST_YEARS);
  return same < latest ? same : latest;
}
