import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { onPreferencesChange, preferences } from '../../kernel/preferences.ts';
import { onSessionChange } from '../../kernel/session/session.ts';
import { readStored } from '../../kernel/stored-value.ts';
import { createNoticeStore, type Notice, type NoticeStore, type NoticeWish, RecentNotice } from './notice-store.ts';

const RECENT_MESSAGES_KEY = 'recent-messages';

/** The notices of this tab. */
export const notices: NoticeStore = createNoticeStore({
  keepsMessages: () => preferences().keep_messages,
  recall: () => readStored(() => sessionStorage, RECENT_MESSAGES_KEY, z.array(RecentNotice), []),
  remember: (recent) => sessionStorage.setItem(RECENT_MESSAGES_KEY, JSON.stringify(recent)),
});

/** The place of notices: the page, or the surrounding modal. */
export const NoticePlace = createContext('page');

type BarOptions = Pick<NoticeWish, 'ms' | 'onSucceeded' | 'inTurn'>;

/** Shows a notice in the nearest place. A message that requires an action uses a modal instead. */
export function useNotices() {
  const place = useContext(NoticePlace);
  return useMemo(
    () => ({
      success: (text: string, options: BarOptions = {}) => notices.show(place, { tone: 'success', text, ...options }),
      error: (text: string) => notices.show(place, { tone: 'error', text }),
      info: (text: string) => notices.show(place, { tone: 'info', text }),
    }),
    [place],
  );
}

export function useNoticeAt(place: string): Notice | null {
  return useSyncExternalStore(notices.subscribe, () => notices.at(place));
}

export function useRecentNotices(): readonly RecentNotice[] {
  return useSyncExternalStore(notices.subscribe, notices.recent);
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) notices.hold('hidden');
  else notices.release('hidden');
});

// When the user switches 'keep messages' off, the timer of a visible notice starts.
onPreferencesChange(() => notices.release('preference'));

// Notices of one session must not appear in the next; the storage is cleared with the session.
onSessionChange(() => {
  if (sessionStorage.getItem(RECENT_MESSAGES_KEY) === null) notices.forget();
});
