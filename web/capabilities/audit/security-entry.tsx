import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { auditTexts as texts } from './audit.texts.ts';

/** The link to the audit log beside 'Add New User', for users who can read the log. */
export function SecurityEntry() {
  return useMay('audit.read') ? <LinkButton to={linkTo(addresses.security)}>{texts.entry}</LinkButton> : null;
}
