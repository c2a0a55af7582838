import { Menu } from '@mantine/core';
import {
  IconChevronDown,
  IconEye,
  IconEyeOff,
  IconKeyboard,
  IconLogout,
  IconMessage,
  IconMoon,
  IconSettings,
  IconSun,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Avatar } from '../display/avatar.tsx';
import classes from './user-menu.module.css';

type Props = {
  memberId: number;
  plan: string;
  name: string;
  email: string;
  dark: boolean;
  onDark: (dark: boolean) => void;
  /** For users whose screen others can see: whether lists hide names, and the switch for it. */
  names?: { hidden: boolean; onHide: (hidden: boolean) => void };
  onMessages: () => void;
  onShortcuts: () => void;
  onLogOut: () => void;
};

/** The logged-in user, with the links to the user's pages. */
export function UserMenu(props: Props) {
  const { memberId, plan, name, email, dark, onDark, names, onMessages, onShortcuts, onLogOut } = props;
  const icon = { size: 18, stroke: 1.6, 'aria-hidden': true };
  return (
    <>
      <div className={classes.identity}>
        <Identity memberId={memberId} plan={plan} />
      </div>
      <Menu position="bottom-end" width={250} offset={6} withinPortal={false}>
        <Menu.Target>
          <button type="button" className={classes.target}>
            <Avatar email={email} name={name} />
            <span className={classes.name}>{name}</span>
            <IconChevronDown size={16} stroke={1.8} aria-hidden className={classes.chevron} />
            <span className="visually-hidden"> account menu</span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={classes.head}>
            <span className={classes.fullName}>{name}</span>
            <span className={classes.email}>{email}</span>
            <span className={classes.inMenu}>
              <Identity memberId={memberId} plan={plan} />
            </span>
          </Menu.Label>
          <Menu.Divider />
          <Menu.Item component={Link} {...linkTo(addresses.profile)} leftSection={<IconUser {...icon} />}>
            My Profile
          </Menu.Item>
          <Menu.Item component={Link} {...linkTo(addresses.settings)} leftSection={<IconSettings {...icon} />}>
            Settings
          </Menu.Item>
          <Menu.Item onClick={onMessages} leftSection={<IconMessage {...icon} />}>
            Messages
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            onClick={() => onDark(!dark)}
            leftSection={dark ? <IconSun {...icon} /> : <IconMoon {...icon} />}
            closeMenuOnClick={false}
          >
            {dark ? 'Light mode' : 'Dark mode'}
          </Menu.Item>
          {names && (
            <Menu.Item
              onClick={() => names.onHide(!names.hidden)}
              leftSection={names.hidden ? <IconEye {...icon} /> : <IconEyeOff {...icon} />}
              closeMenuOnClick={false}
            >
              {names.hidden ? 'Show names' : 'Hide names'}
            </Menu.Item>
          )}
          <Menu.Item onClick={onShortcuts} leftSection={<IconKeyboard {...icon} />}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={onLogOut} leftSection={<IconLogout {...icon} />}>
            Log Out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function Identity({ memberId, plan }: { memberId: number; plan: string }) {
  return (
    <>
      <span className={classes.line}>Member ID: #{memberId}</span>
      <span className={classes.line}>Plan: {plan}</span>
    </>
  );
}
