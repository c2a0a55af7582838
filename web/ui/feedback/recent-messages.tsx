import { Drawer } from '@mantine/core';
import { IconAlertCircle, IconBell, IconBellOff, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { formatClock } from '../display/formats.ts';
import { EmptyState } from './empty-state.tsx';
import type { RecentNotice } from './notice-store.ts';
import { useRecentNotices } from './notices.ts';
import classes from './recent-messages.module.css';

const icons = { success: IconCircleCheck, error: IconAlertCircle, info: IconInfoCircle };

type Props = { opened: boolean; onOpen: () => void; onClose: () => void };

/** The bell: all notices of this session, for users who missed one. */
export function RecentMessages({ opened, onOpen, onClose }: Props) {
  const recent = useRecentNotices();
  const [seen, setSeen] = useState(recent[0]?.id ?? 0);
  const newest = recent[0]?.id ?? 0;
  // Only errors mark the bell, until the list is opened.
  const unseenError = !opened && recent.some((notice) => notice.tone === 'error' && notice.id > seen);
  const close = () => {
    setSeen(newest);
    onClose();
  };

  return (
    <>
      <button type="button" className={classes.bell} onClick={onOpen} aria-expanded={opened}>
        <IconBell size={20} stroke={1.6} aria-hidden />
        {unseenError && <span className={classes.dot} />}
        <span className="visually-hidden">{unseenError ? 'Recent messages, with a new error' : 'Recent messages'}</span>
      </button>
      <Drawer
        opened={opened}
        onClose={close}
        position="right"
        size={400}
        title={<span className={classes.title}>Recent messages</span>}
        transitionProps={{ duration: 160 }}
      >
        {recent.length === 0 ? (
          <EmptyState
            icon={<IconBellOff size={22} stroke={1.6} />}
            title="No messages yet"
            why="What the portal tells you while you work is kept here until you log out."
          />
        ) : (
          <ol className={classes.list}>
            {recent.map((notice) => (
              <Message key={notice.id} notice={notice} />
            ))}
          </ol>
        )}
      </Drawer>
    </>
  );
}

function Message({ notice }: { notice: RecentNotice }) {
  const Icon = icons[notice.tone];
  return (
    <li className={classes.message}>
      <Icon
        size={18}
        stroke={1.8}
        aria-label={notice.tone}
        role="img"
        className={classes.icon}
        data-tone={notice.tone}
      />
      <div>
        <p className={classes.text}>
          {notice.text}
          {notice.count > 1 && ` (${notice.count})`}
        </p>
        <time dateTime={new Date(notice.at).toISOString()} className={classes.time}>
          {formatClock(notice.at)}
        </time>
      </div>
    </li>
  );
}
