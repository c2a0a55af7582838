import { Button as MantineButton } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

type Looks = {
  children: ReactNode;
  /** A view has one primary button. */
  kind?: ButtonKind;
  icon?: ReactNode;
  fullWidth?: boolean;
  size?: 'sm' | 'xs';
};

type Props = Looks & {
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  type?: 'button' | 'submit';
  /** While a request runs, the button shows it and ignores clicks. */
  busy?: boolean;
  /** The label while busy; without it only the spinner shows. */
  busyText?: string;
  disabled?: boolean;
  /** Receives the focus when the surrounding modal opens. */
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

/** The shared appearance of a button and of a link that looks like one. */
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
