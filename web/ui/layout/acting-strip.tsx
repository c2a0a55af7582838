import { IconAlertTriangle } from '@tabler/icons-react';
import { currentSession } from '@vialkeep/contract/session.ts';
import { useCallback, useEffect, useState } from 'react';
import { failureOf } from '../../kernel/api/failure.ts';
import { refresh } from '../../kernel/api/query.ts';
import { goBack } from '../../kernel/session/acting.ts';
import type { ActingNow, ActingSign } from '../../kernel/session/acting-now.ts';
import { site } from '../../kernel/site.ts';
import { colourScale } from '../charts/ramp.ts';
import { useNotices } from '../feedback/notices.ts';
import { TimeLeft } from '../feedback/time-left.tsx';
import { setFavicon } from '../navigation/favicon.ts';
import classes from './acting-strip.module.css';

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
  const onOver = useOver(acting);
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
      {acting?.until && (
        <p className={classes.left}>
          <TimeLeft until={acting.until} onOver={onOver} />
        </p>
      )}
      <button type="button" className={classes.back} onClick={() => void leave()} disabled={busy}>
        {sign.kind === 'staff_access' ? 'Go back to your Account' : 'Go back as Super Admin'}
      </button>
    </section>
  );
}

/**
 * The server ends an acting session and says so when it is asked; this browser's clock may be wrong. Viewing is done
 * with the administrator's own session, so the browser itself leaves it.
 */
function useOver(acting: ActingNow | null): () => void {
  const isViewing = acting?.kind === 'viewing_as';
  const home = acting?.home;
  return useCallback(() => {
    const done = isViewing && home !== undefined ? goBack({ home }) : refresh([currentSession]);
    // Without a connection it is tried again.
    done.catch(() => {});
  }, [isViewing, home]);
}

/** Modals and the browser's tab carry the sign too, where the strip is not in sight. */
function markPage(isActing: boolean): void {
  document.documentElement.toggleAttribute('data-acting', isActing);
  setFavicon(isActing ? AMBER : colourScale(site.colour)[7], isActing ? INK : '#ffffff');
}
