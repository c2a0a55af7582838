import { Button as MantineButton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

type Looks = {
  children: ReactNode;
  /** One primary button in a view; the others stay quiet. */
  kind?: ButtonKind;
  icon?: ReactNode;
  fullWidth?: boolean;
  size?: 'sm' | 'xs';
};

type Props = Looks & {
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  type?: 'button' | 'submit';
  /** Sending: the button shows it and takes no second press. */
  busy?: boolean;
  /** What it says while it is busy, where there are words for it; else it only turns. */
  busyText?: string;
  disabled?: boolean;
  /** Takes the focus when the modal around it opens. */
  takesFocus?: boolean;
  describedBy?: string;
};

export function Button({
  children,
  onClick,
  type = 'button',
  busy = false,
  busyText,
  disabled = false,
  takesFocus,
  describedBy,
  ...looks
}: Props) {
  const says = busy && busyText !== undefined;
  return (
    <MantineButton
      {...buttonLooks(looks)}
      type={type}
      loading={busy && !says}
      disabled={disabled || busy}
      onClick={onClick}
      data-autofocus={takesFocus || undefined}
      aria-describedby={describedBy}
      aria-busy={busy || undefined}
    >
      {says ? busyText : children}
    </MantineButton>
  );
}

/** What a button and a link that looks like one have in common. */
export function buttonLooks({ kind = 'secondary', icon, fullWidth, size = 'sm' }: Omit<Looks, 'children'>) {
  return {
    variant: variants[kind],
    color: kind === 'danger' ? 'var(--vk-danger)' : undefined,
    leftSection: icon,
    fullWidth,
    size,
  };
}

const variants = { primary: 'filled', secondary: 'default', quiet: 'subtle', danger: 'filled' } as const;
