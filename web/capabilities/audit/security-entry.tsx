import { useMay } from '../../kernel/session/current-session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { auditTexts as texts } from './audit.texts.ts';

/** Beside 'Add New User': the way to what was changed, for those who may read it. */
export function SecurityEntry() {
  return useMay('audit.read') ? <LinkButton to="/security">{texts.entry}</LinkButton> : null;
}
