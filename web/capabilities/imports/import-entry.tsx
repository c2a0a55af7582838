import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { importEntryTexts as texts } from './import-entry.texts.ts';

/** The link to the imports beside 'Add New User', for users who can import. */
export function ImportEntry() {
  return useMay('imports.manage') ? <LinkButton to={linkTo(addresses.imports)}>{texts.entry}</LinkButton> : null;
}
