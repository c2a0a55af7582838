import { ActionIcon, Tooltip } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

type Props = {
  name: string;
  icon: ReactNode;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  disabled?: boolean;
  expanded?: boolean;
};

/**
 * A button with an icon only; its name is announced and shown as a tooltip. It has its own file because the login page
 * needs the plain button without the tooltip code.
 */
export function IconButton({ name, icon, onClick, disabled, expanded }: Props) {
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={name}
        aria-expanded={expanded}
        disabled={disabled}
        data-icon-only
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
