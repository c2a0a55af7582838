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
 * A button that is only a picture. Its name is read out and shown on hover and focus. It has a file of its own because
 * the login page needs the plain button, and not what places a tooltip.
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
