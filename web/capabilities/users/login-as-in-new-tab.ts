import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import type { generateLoginAsUserToken } from '@vialkeep/contract/session.ts';

/**
 * F025: the user's own site in a new tab, with the three documented parameters. The tab is opened by the press itself
 * and led on when the code has arrived: a browser blocks a tab that opens later.
 */
export function newTab(): { leadTo(answer: Answer<typeof generateLoginAsUserToken>): void; close(): void } {
  const tab = window.open('about:blank', '_blank');
  if (tab) tab.opener = null;
  return {
    leadTo(answer) {
      const address = new URL('/', answer.domain.url);
      address.searchParams.set('login-as-user', 'true');
      address.searchParams.set('user-id', String(answer.user_id));
      address.searchParams.set('token', answer.token);
      if (tab) tab.location.replace(address);
      else window.location.assign(address);
    },
    close: () => tab?.close(),
  };
}
