import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { goBack } from '../kernel/acting.ts';
import type { ActingNow, ActingSign } from '../kernel/acting-now.ts';
import { failureOf } from '../kernel/failure.ts';
import { site } from '../kernel/site.ts';
import classes from './acting-strip.module.css';
import { setFavicon } from './favicon.ts';
import { useNotices } from './notices.ts';
import { rampOf } from './ramp.ts';

const AMBER = '#f6b73c';
const INK = '#2b1a00';

type Props = {
  acting: ActingNow | null;
  /** What room is kept for until the server has said who acts, so that the page is not pushed down. */
  expected: ActingSign | null;
};

/** Above everything while somebody works in another's account. It cannot be dismissed. */
export function ActingStrip({ acting, expected }: Props) {
  const [busy, setBusy] = useState(false);
  const notices = useNotices();
  const isActing = acting !== null;
  useEffect(() => markPage(isActing), [isActing]);
  const sign = acting ?? expected;
  if (!sign) return null;

  const leave = async () => {
    if (!acting) return;
    setBusy(true);
    try {
      await goBack(acting);
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
      setBusy(false);
    }
  };

  return (
    <section className={classes.strip} aria-label="Working in another account" data-expected={!acting || undefined}>
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden className={classes.icon} />
      <p className={classes.text}>
        {sign.kind === 'staff_access' ? (
          <>You are currently on {sign.whose} HC Account</>
        ) : (
          <>You are logged in as {sign.whose}</>
        )}
      </p>
      <button type="button" className={classes.back} onClick={() => void leave()} disabled={busy}>
        {sign.kind === 'staff_access' ? 'Go back to your Account' : 'Go back as Super Admin'}
      </button>
    </section>
  );
}

/** Modals and the browser's tab carry the sign too, where the strip is not in sight. */
function markPage(isActing: boolean): void {
  document.documentElement.toggleAttribute('data-acting', isActing);
  setFavicon(isActing ? AMBER : rampOf(site.colour)[7], isActing ? INK : '#ffffff');
}
