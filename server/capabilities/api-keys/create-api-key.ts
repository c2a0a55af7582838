import { API_KEY_LONGEST_YEARS, createApiKey, MOST_API_KEYS } from '@vialkeep/contract/api-keys.ts';
import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { type Call, handle } from '../../kernel/http/handle.ts';
import { refuse, refuseBy } from '../../kernel/http/refuse.ts';
import { ownRecords } from '../../kernel/policy/rules.ts';
import { countWorkingKeys, lockOwner } from './api-keys.queries.ts';
import { checkPassword } from './check-password.ts';
import { addYears, today } from './days.ts';
import { insertKey } from './new-key.ts';
import { grantableScopes } from './rights-of-keys.ts';

export const createApiKeyHandler = handle(createApiKey, async (call) => {
  const { access, actor, body, services, write } = call;
  access.authorize(ownRecords(actor));
  const siteId = await siteOf(call);
  const expiresOn = lastDay(body.expires_on);
  const grantable = grantableScopes(services.permissions, actor);
  const beyond = body.scopes.filter((scope) => !grantable.includes(scope));
  if (beyond.length > 0) {
    throw refuseBy(createApiKey, 'scope_beyond_rights', {
      message: `You do not have the rights of ${beyond.join(', ')}.`,
      fields: ['scopes'],
    });
  }
  await checkPassword(call, createApiKey, body.password_current);
  return write(async (work) => {
    await lockOwner(work, actor.userId);
    const keys = await countWorkingKeys(work, actor.userId, 'active');
    if (keys >= MOST_API_KEYS) throw refuseBy(createApiKey, 'too_many_keys');
    const made = await insertKey(work, {
      domainId: actor.domainId,
      ownerId: actor.userId,
      siteId,
      name: body.name,
      scopes: body.scopes,
      expiresOn,
    });
    await audit(work, {
      domainId: actor.domainId,
      action: 'api_keys.create',
      subject: 'api_key',
      subjectId: made.id,
      facts: { owner: actor.userId, site: siteId, scopes: body.scopes, expires_on: expiresOn },
    });
    return { success: true as const, ...made };
  });
});

/** Only those who see every site choose one. */
async function siteOf({ actor, body, services }: Call<typeof createApiKey>): Promise<DomainId> {
  if (body.domain === undefined || body.domain === actor.domainId) return actor.domainId;
  const isKnown = (await services.domains.all()).some(({ id }) => id === body.domain);
  if (actor.scope === 'platform' && isKnown) return body.domain;
  throw refuseBy(createApiKey, 'unknown_domain', { fields: ['domain'] });
}

function lastDay(asked: string | undefined): string {
  const now = today();
  const latest = addYears(now, API_KEY_LONGEST_YEARS);
  if (asked === undefined) return addYears(now, 1);
  if (asked >= now && asked <= latest) return asked;
  throw refuse('invalid_input', { fields: { expires_on: `Choose a day from today to ${latest}.` } });
}
