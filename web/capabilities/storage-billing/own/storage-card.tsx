import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { useMay } from '../../../kernel/session/current-session.ts';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../storage-billing.module.css';
import { billingTexts as texts } from './billing.texts.ts';

/** The link to the patient's storage plan, where the site has storage plans. */
export function StorageCard() {
  if (!useMay('storage.own')) return null;
  return (
    <Card title={texts.card} actions={<LinkButton to={linkTo(addresses.billing)}>{texts.cardLink}</LinkButton>}>
      <p className={classes.lead}>{texts.cardNote}</p>
    </Card>
  );
}
