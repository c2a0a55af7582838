import { Button, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import { buttonLooks } from './button.tsx';

export type MenuEntry = { label: string } & ({ onSelect: () => void } | { to: PageLink });

/** A button that opens a short list of actions. */
export function MenuButton({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button {...buttonLooks({})} rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}>
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {entries.map((entry) =>
          'to' in entry ? (
            <Menu.Item key={entry.label} component={Link} {...entry.to}>
              {entry.label}
            </Menu.Item>
          ) : (
            <Menu.Item key={entry.label} onClick={entry.onSelect}>
              {entry.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
