import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The first column of a row: a real link, so that it can be opened in a tab. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} data-row-link fw={550} inherit>
      {children}
    </Anchor>
  );
}
