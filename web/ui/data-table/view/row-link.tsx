import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

const centered = { alignItems: 'center' };

/** The first column of a row: a real link, so that it can be opened in a tab. */
export function RowLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    // A touch target of 24 px, also where the row's text is smaller.
    <Anchor component={Link} to={to} data-row-link fw={550} inherit display="inline-flex" mih={24} style={centered}>
      {children}
    </Anchor>
  );
}
