import { createApiKey, KeyScope } from '@vialkeep/contract/api-keys.ts';
import { PASSWORD } from '../people.ts';
import { anonymousCaller, type Caller, type World } from '../world.ts';

type Wanted = { readonly scopes?: readonly KeyScope[]; readonly domain?: number; readonly host?: string };

/** A new key of this owner as a caller. Without scopes it has every scope, also those beyond the owner's rights. */
export async function newKey(
  world: World,
  owner: Caller,
  { scopes, domain, host = owner.host }: Wanted = {},
): Promise<Caller & { id: number; token: string }> {
  const { id, secret } = await world.call(owner, createApiKey, {
    body: { name: 'Nightly', scopes: scopes ?? ['people.read'], domain, password_current: PASSWORD },
  });
  if (!scopes) await world.sql('update api_keys set scopes = $1 where id = $2', [KeyScope.options, id]);
  return { ...anonymousCaller, token: secret, host, id };
}
