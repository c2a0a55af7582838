import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RowAction } from '../state/table-props.ts';
import { tableTexts } from '../table.texts.ts';
import classes from './rows.module.css';

export function RowMenu({ name, actions }: { name: string; actions: RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon data-row-menu variant="subtle" color="gray" aria-label={tableTexts.actionsFor(name)}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={tableTexts.actionsFor(name)}>
        {actions.map((action) => (
          <MenuEntry key={action.label} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function MenuEntry({ action }: { action: RowAction }) {
  const common = {
    leftSection: action.icon,
    'data-danger': action.danger || undefined,
    disabled: action.disabled !== undefined,
    children: (
      <>
        {action.label}
        {action.disabled !== undefined && <span className={classes.reason}>{action.disabled}</span>}
      </>
    ),
  };
  return 'to' in action ? (
    <Menu.Item component={Link} {...action.to} {...common} />
  ) : (
    <Menu.Item onClick={action.onSelect} {...common} />
  );
}
