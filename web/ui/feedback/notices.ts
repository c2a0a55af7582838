import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { onPreferencesChange, preferences } from '../../kernel/preferences.ts';
import { onSessionChange } from '../../kernel/session/session.ts';
import { readStored } from '../../kernel/stored-value.ts';
import { createNoticeStore, type Notice, type NoticeStore, type NoticeWish, RecentNotice } from './notice-store.ts';

const RECENT_MESSAGES_KEY = 'recent-messages';

/** The bars of this tab. */
export const notices: NoticeStore = createNoticeStore({
  keepsMessages: () => preferences().keep_messages,
  recall: () => readStored(() => sessionStorage, RECENT_MESSAGES_KEY, z.array(RecentNotice), []),
  remember: (recent) => sessionStorage.setItem(RECENT_MESSAGES_KEY, JSON.stringify(recent)),
});

/** Where bars stand: the page, or the modal around. */
export const NoticePlace = createContext('page');

type BarOptions = Pick<NoticeWish, 'ms' | 'onSucceeded' | 'inTurn'>;

/** Says something in the bar of the nearest place. Not for what a person must act on: that is a modal. */
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

// A bar that was kept begins to run when its owner no longer wants to keep messages.
onPreferencesChange(() => notices.release('preference'));

// What was said in one session is not for the next; the storage is emptied where the session is.
onSessionChange(() => {
  if (sessionStorage.getItem(RECENT_MESSAGES_KEY) === null) notices.forget();
});
