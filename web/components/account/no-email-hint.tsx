import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { noEmailTexts as texts } from './no-email.texts.ts';

/** How a missing address is added: by an administrator, because a clinic cannot change its patients’ accounts. */
export function NoEmailHint() {
  return (
    <>
      <p>{texts.byAdministrator}</p>
      <LinkButton to={linkTo(addresses.contact)}>{texts.contact}</LinkButton>
    </>
  );
}
