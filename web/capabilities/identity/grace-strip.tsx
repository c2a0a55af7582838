import { IconAlertTriangle } from '@tabler/icons-react';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { daysUntil } from '../../kernel/session/required-page.ts';
import { TextLink } from '../../ui/actions/link.tsx';
import { formatDay } from '../../ui/display/formats.ts';
import classes from './identity.module.css';
import { identityTexts } from './identity.texts.ts';

const texts = identityTexts.grace;

/** Shown above every screen while a second factor that the site asks for is missing and not yet due. */
export function GraceStrip() {
  const due = useCurrentSession()?.second_factor_due_at ?? null;
  if (due === null || daysUntil(due) <= 0) return null;
  return (
    <section className={classes.strip} aria-label={texts.strip}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <p className={classes.words}>{texts.due(formatDay(due))}</p>
      <TextLink to={linkTo(addresses.secondFactor)}>{texts.setUp}</TextLink>
    </section>
  );
}
