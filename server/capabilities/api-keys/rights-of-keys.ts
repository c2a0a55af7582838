import { KeyScope } from '@vialkeep/contract/api-keys.ts';
import type { Permissions } from '../../kernel/policy/policy.ts';
import type { Actor } from '../../kernel/session/actor.ts';
import { keyScopes } from './key-scopes.ts';

/** The scopes in which this actor may take at least one action: a key can have no others. */
export function grantableScopes(permissions: Permissions, actor: Actor): KeyScope[] {
  return KeyScope.options.filter((scope) => keyScopes[scope].some((action) => permissions.mayTry(actor, action)));
}
