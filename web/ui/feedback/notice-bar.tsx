import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { BAR_EXIT_MS } from '../../kernel/timings.ts';
import classes from './notice-bar.module.css';
import type { Notice, NoticeTone } from './notice-store.ts';
import { NoticePlace, notices, useNoticeAt } from './notices.ts';

const icons = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle };
const words = { success: 'Success:', error: 'Error:', info: 'Note:' };

/** The notice bar of a page or modal. Its live regions exist before the text, so that screen readers announce it. */
export function NoticeBar() {
  const place = useContext(NoticePlace);
  const notice = useNoticeAt(place);
  const shown = useLingering(notice);
  const tone = (...tones: NoticeTone[]) => (shown && tones.includes(shown.tone) ? shown : null);

  return (
    <>
      <div role="status">
        <Bar notice={tone('success', 'info')} leaving={!notice} place={place} />
      </div>
      <div role="alert">
        <Bar notice={tone('error')} leaving={!notice} place={place} />
      </div>
    </>
  );
}

function Bar({ notice, leaving, place }: { notice: Notice | null; leaving: boolean; place: string }) {
  useEffect(() => () => release(place), [place]);
  if (!notice) return null;
  const Icon = icons[notice.tone];
  return (
    <div
      className={classes.bar}
      data-tone={notice.tone}
      data-leaving={leaving || undefined}
      onPointerEnter={() => notices.hold('hover', place)}
      onPointerLeave={() => notices.release('hover', place)}
      onFocus={() => notices.hold('focus', place)}
      onBlur={() => notices.release('focus', place)}
    >
      <Icon size={18} stroke={1.8} aria-hidden className={classes.icon} />
      <p className={classes.text}>
        <span className="visually-hidden">{words[notice.tone]} </span>
        {notice.text}
        {notice.count > 1 && ` (${notice.count})`}
      </p>
      <button type="button" className={classes.close} aria-label="Close message" onClick={() => notices.close(place)}>
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}

/** Keeps the last notice a moment longer, so that the layout does not shift under the pointer. */
function useLingering(notice: Notice | null): Notice | null {
  const [last, setLast] = useState(notice);
  const pressed = useRef(false);
  useEffect(() => {
    const press = () => void (pressed.current = true);
    const lift = () => void (pressed.current = false);
    window.addEventListener('pointerdown', press, true);
    window.addEventListener('pointerup', lift, true);
    window.addEventListener('pointercancel', lift, true);
    return () => {
      window.removeEventListener('pointerdown', press, true);
      window.removeEventListener('pointerup', lift, true);
      window.removeEventListener('pointercancel', lift, true);
    };
  }, []);
  useEffect(() => {
    if (notice) {
      setLast(notice);
      return;
    }
    const timer = setInterval(() => {
      if (!pressed.current) setLast(null);
    }, BAR_EXIT_MS);
    return () => clearInterval(timer);
  }, [notice]);
  return notice ?? last;
}

function release(place: string): void {
  notices.release('hover', place);
  notices.release('focus', place);
}
