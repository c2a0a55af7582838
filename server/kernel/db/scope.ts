import type { DomainId } from '@vialkeep/contract/kernel/ids.ts';

/** The rows that a connection can see: those of every site, or of one. */
export type Scope = 'platform' | DomainId;

/** The statement that limits a connection to a scope. */
export function statementFor(scope: Scope): string {
  if (scope === 'platform') return 'set role vialkeep_platform';
  if (!Number.isSafeInteger(scope)) throw new TypeError('A scope is a domain id.');
  return `set role vialkeep_tenant; set app.domain = '${scope}'`;
}
