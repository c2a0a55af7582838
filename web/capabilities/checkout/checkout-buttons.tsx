import { IconChevronRight, type IconTestPipe } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import { useActing } from '../../kernel/session/acting.ts';
import { useCurrentSession } from '../../kernel/session/current-session.ts';
import { useUser } from '../../kernel/session/session.ts';
import { WarningNote } from '../../ui/feedback/warning-note.tsx';
import { checkoutTexts } from './checkout.texts.ts';
import classes from './checkout-buttons.module.css';

type CheckoutButton = { label: string; to: PageLink; icon: typeof IconTestPipe };

/** The links to the checkouts. If the account cannot pay, they are disabled and the reason is shown above them. */
export function CheckoutButtons({ label, buttons }: { label: string; buttons: readonly CheckoutButton[] }) {
  const reason = useReasonNotToPay();
  const reasonId = useId();
  return (
    <>
      {reason && (
        <div id={reasonId} className={classes.reason}>
          <WarningNote>{reason}</WarningNote>
        </div>
      )}
      <ul className={classes.buttons} aria-label={label}>
        {buttons.map(({ label: name, to, icon: Icon }) => {
          const inside = (
            <>
              <Icon size={20} stroke={1.6} aria-hidden className={classes.icon} />
              <span className={classes.name}>{name}</span>
              <IconChevronRight size={16} stroke={1.8} aria-hidden className={classes.chevron} />
            </>
          );
          return (
            <li key={name}>
              {reason ? (
                <button type="button" className={classes.button} aria-disabled aria-describedby={reasonId}>
                  {inside}
                </button>
              ) : (
                <Link {...to} className={classes.button}>
                  {inside}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** Without an active sales rep the user cannot buy (F047). An administrator in an acting session cannot pay (S-05). */
function useReasonNotToPay(): string | null {
  const stored = useUser();
  const session = useCurrentSession();
  const acting = useActing();
  // The stored user may be outdated. While an administrator views an account, the session is the administrator's.
  const { saless_rep_id } = session?.user.id === stored.id ? session.user : stored;
  if (saless_rep_id === null) return checkoutTexts.noSalesRep;
  if (acting?.kind === 'login_as') return checkoutTexts.onlyTheMember;
  return acting?.kind === 'viewing_as' ? checkoutTexts.onlyTheAccount : null;
}
