import { IconChevronDown, IconLogout } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { type ComponentType, useEffect, useId, useState } from 'react';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import type { PlainPath } from '../../kernel/navigation/page-path.ts';
import classes from './side-menu.module.css';

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean; className?: string }>;

export type SideMenuEntry = { label: string; path: PlainPath; icon?: Icon };
export type SideMenuGroup = { label: string; icon?: Icon; entries: readonly SideMenuEntry[] };
export type SideMenuItem = SideMenuEntry | SideMenuGroup;

type Props = { items: readonly SideMenuItem[]; onLogOut: () => void };

export function SideMenu({ items, onLogOut }: Props) {
  return (
    <nav aria-label="Main" className={classes.menu}>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.label}>{'entries' in item ? <Group group={item} /> : <Entry entry={item} />}</li>
        ))}
      </ul>
      <div className={classes.end}>
        <button type="button" className={classes.item} onClick={onLogOut}>
          <IconLogout size={18} stroke={1.6} aria-hidden className={classes.icon} />
          <span className={classes.label}>Logout</span>
        </button>
      </div>
    </nav>
  );
}

function Entry({ entry, inGroup }: { entry: SideMenuEntry; inGroup?: boolean }) {
  const Icon = entry.icon;
  return (
    <Link {...linkTo(entry.path)} activeOptions={{ exact: true, includeSearch: false }} className={classes.item}>
      {inGroup ? (
        <span className={classes.noIcon} />
      ) : (
        Icon && <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />
      )}
      <span className={classes.label}>{entry.label}</span>
    </Link>
  );
}

function Group({ group }: { group: SideMenuGroup }) {
  const id = useId();
  const path = useLocation({ select: (location) => location.pathname });
  const holdsCurrent = group.entries.some((entry) => entry.path === path);
  const [open, setOpen] = useState(holdsCurrent);
  useEffect(() => {
    if (holdsCurrent) setOpen(true);
  }, [holdsCurrent]);
  const Icon = group.icon;

  return (
    <>
      <button
        type="button"
        className={classes.item}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {Icon && <Icon size={18} stroke={1.6} aria-hidden className={classes.icon} />}
        <span className={classes.label}>{group.label}</span>
        <IconChevronDown size={16} stroke={1.8} aria-hidden className={classes.chevron} />
      </button>
      <ul id={id} hidden={!open} className={classes.list}>
        {group.entries.map((entry) => (
          <li key={entry.path}>
            <Entry entry={entry} inGroup />
          </li>
        ))}
      </ul>
    </>
  );
}
