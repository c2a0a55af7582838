import { useMay } from '../../kernel/session/current-session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { customSitesTexts as texts } from './custom-sites.texts.ts';

/** U-45: the way to the wizard, for whoever may register sites. */
export function CustomSiteEntry() {
  if (!useMay('custom_sites.manage')) return null;
  return <LinkButton to="/custom-site-registration">{texts.begun.entry}</LinkButton>;
}
