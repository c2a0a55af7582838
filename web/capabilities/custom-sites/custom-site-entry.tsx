import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useMay } from '../../kernel/session/current-session.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { customSitesTexts as texts } from './custom-sites.texts.ts';

/** The link to the wizard, for users who can register sites (U-45). */
export function CustomSiteEntry() {
  if (!useMay('custom_sites.manage')) return null;
  return <LinkButton to={linkTo(addresses.customSites)}>{texts.begun.entry}</LinkButton>;
}
