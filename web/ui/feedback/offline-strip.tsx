import { IconDatabaseOff, IconWifiOff } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { isServerAway, onServerAway } from '../../kernel/api/away.ts';
import { queryClient } from '../../kernel/api/query.ts';
import { formatClock } from '../display/formats.ts';
import classes from './offline-strip.module.css';

/** Shows that there is no connection, or that the server waits for its database, and the age of the visible data. */
export function OfflineStrip() {
  const online = useSyncExternalStore(onConnectionChange, () => navigator.onLine);
  const isAway = useSyncExternalStore(onServerAway, isServerAway);
  return (
    <div role="status">
      {!online && (
        <div className={classes.strip}>
          <IconWifiOff size={16} aria-hidden />
          You are offline. {lastLoaded()}
        </div>
      )}
      {online && isAway && (
        <div className={classes.strip}>
          <IconDatabaseOff size={16} aria-hidden />
          The portal is away for a moment. This page goes on by itself as soon as it is back.
        </div>
      )}
    </div>
  );
}

function lastLoaded(): string {
  const newest = Math.max(
    0,
    ...queryClient
      .getQueryCache()
      .getAll()
      .map((query) => query.state.dataUpdatedAt),
  );
  if (newest === 0) return '';
  return `Showing what was loaded at ${formatClock(newest)}.`;
}

function onConnectionChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
