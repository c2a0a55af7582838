import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import { useMay } from '../../../kernel/session/current-session.ts';
import { LinkButton } from '../../../ui/actions/link.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../commissions.module.css';
import { myCommissionsTexts as texts } from './my-commissions.texts.ts';

/** The link to the user's commissions, for plans with a seat in a sale. */
export function CommissionsCard() {
  if (!useMay('commissions.own')) return null;
  return (
    <Card title={texts.card} actions={<LinkButton to={linkTo(addresses.myCommissions)}>{texts.cardLink}</LinkButton>}>
      <p className={classes.lead}>{texts.cardNote}</p>
    </Card>
  );
}
