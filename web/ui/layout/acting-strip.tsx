import { IconAlertTriangle } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { failureOf } from '../../kernel/api/failure.ts';
import { goBack } from '../../kernel/session/acting.ts';
import type { ActingNow, ActingSign } from '../../kernel/session/acting-now.ts';
import { refreshSession } from '../../kernel/session/current-session.ts';
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
  /** Reserves the space until the server has answered, so that the layout does not shift. */
  expected: ActingSign | null;
};

/** Shown above everything in an acting session. It cannot be dismissed. */
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
 * The server ends an acting session and reports it on the next request; the client's clock may be wrong. Viewing uses
 * the administrator's own session, so the browser ends it.
 */
function useOver(acting: ActingNow | null): () => void {
  const isViewing = acting?.kind === 'viewing_as';
  const home = acting?.home;
  return useCallback(() => {
    const done = isViewing && home !== undefined ? goBack({ home }) : refreshSession();
    // Without a connection it is retried.
    done.catch(() => {});
  }, [isViewing, home]);
}

/** Marks modals and the favicon too, for when the strip is not visible. */
function markPage(isActing: boolean): void {
  document.documentElement.toggleAttribute('data-acting', isActing);
  setFavicon(isActing ? AMBER : colourScale(site.colour)[7], isActing ? INK : '#ffffff');
}
