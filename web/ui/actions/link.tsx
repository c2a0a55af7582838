import { Anchor, Button as MantineButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageLink } from '../../kernel/navigation/link-to.ts';
import { type ButtonKind, buttonLooks } from './button.tsx';

/** A link to another page of the portal. */
export function TextLink({ to, children }: { to: PageLink; children: ReactNode }) {
  return (
    <Anchor component={Link} {...to}>
      {children}
    </Anchor>
  );
}

/** An action that looks like a link. */
export function ActionLink({ onClick, busy, children }: { onClick: () => void; busy?: boolean; children: ReactNode }) {
  return (
    <Anchor component="button" type="button" onClick={onClick} disabled={busy} aria-busy={busy || undefined}>
      {children}
    </Anchor>
  );
}

type ButtonLinkProps = { to: PageLink; children: ReactNode; kind?: ButtonKind; icon?: ReactNode; fullWidth?: boolean };

/** A link that looks like a button: it navigates, so Ctrl+click opens a tab. */
export function LinkButton({ to, children, ...looks }: ButtonLinkProps) {
  return (
    <MantineButton component={Link} {...buttonLooks(looks)} {...to}>
      {children}
    </MantineButton>
  );
}

/** A link to an external site, in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </Anchor>
  );
}

/** A link to a file of the server, which the browser saves. */
export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} download>
      {children}
    </Anchor>
  );
}

type OutsideButtonProps = { href: string; children: ReactNode; kind?: ButtonKind; icon?: ReactNode };

/** The same, styled as a button. */
export function OutsideLinkButton({ href, children, ...looks }: OutsideButtonProps) {
  return (
    <MantineButton component="a" href={href} target="_blank" rel="noopener noreferrer" {...buttonLooks(looks)}>
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </MantineButton>
  );
}
