import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import classes from './bench.module.css';

type Props = {
  children: ReactNode;
  /** A view has one primary button. */
  kind?: 'primary' | 'secondary' | 'danger';
  icon?: ReactNode;
  type?: 'button' | 'submit';
  onClick?: () => void;
  busy?: boolean;
  disabled?: boolean;
  isPressed?: boolean;
};

const variants = { primary: 'filled', secondary: 'default', danger: 'filled' } as const;

/** A button that is hit with a glove on: at least 64 px in both directions. */
export function BenchButton({ children, kind = 'secondary', icon, type = 'button', busy = false, ...props }: Props) {
  return (
    <Button
      className={classes.button}
      variant={variants[kind]}
      color={kind === 'danger' ? 'var(--vk-danger)' : undefined}
      leftSection={icon}
      type={type}
      loading={busy}
      disabled={props.disabled || busy}
      onClick={props.onClick}
      aria-busy={busy || undefined}
      aria-pressed={props.isPressed}
    >
      {children}
    </Button>
  );
}

type LinkProps = { to: PageLink; children: ReactNode; kind?: 'primary' | 'secondary' };

/** A link of the same size to another page. */
export function BenchLink({ to, children, kind = 'secondary' }: LinkProps) {
  return (
    <Button component={Link} className={classes.button} variant={variants[kind]} {...to}>
      {children}
    </Button>
  );
}

/** Buttons beside each other, far enough apart for a glove. */
export function BenchActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
