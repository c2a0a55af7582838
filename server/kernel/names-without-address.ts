import { holdsWebAddress, NAME_WITH_WEB_ADDRESS } from '@vialkeep/contract/kernel/text.ts';
import { refuse } from './http/refuse.ts';

type Names = { readonly [Field in 'first_name' | 'last_name' | 'company']?: string | null | undefined };

/**
 * Refuses a changed name that contains a web address. A form sends every name that it shows, so a name stored before
 * this rule is accepted unchanged.
 */
export function requireNamesWithoutAddress(before: Names, given: Names): void {
  const fields = (['first_name', 'last_name', 'company'] as const).filter((field) => {
    const name = given[field] ?? '';
    return name !== (before[field] ?? '') && holdsWebAddress(name);
  });
  if (fields.length === 0) return;
  throw refuse('invalid_input', {
    fields: Object.fromEntries(fields.map((field) => [field, NAME_WITH_WEB_ADDRESS])),
    message: NAME_WITH_WEB_ADDRESS,
  });
}
