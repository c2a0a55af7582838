import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { UserIdInPath } from '@vialkeep/contract/kernel/ids.ts';

export type LoginAsCode = { userId: UserId; token: string };

const names = ['login-as-user', 'user-id', 'token'] as const;

/** The code in the address of an administrator's new tab, and the query without it (S-06). */
export function loginAsCodeIn(search: string): { code: LoginAsCode | null; rest: string } | null {
  const query = new URLSearchParams(search);
  if (query.get('login-as-user') !== 'true') return null;
  const userId = UserIdInPath.safeParse(query.get('user-id'));
  const token = query.get('token');
  for (const name of names) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : '';
  return { code: userId.success && token ? { userId: userId.data, token } : null, rest };
}
