import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PageLink } from '../../../kernel/navigation/link-to.ts';

const centered = { alignItems: 'center' };

/** The first column of a row: a real link, so that it can be opened in a tab. */
export function RowLink({ to, children }: { to: PageLink; children: ReactNode }) {
  return (
    // A touch target of 24 px, also where the row's text is smaller.
    <Anchor component={Link} {...to} data-row-link fw={550} inherit display="inline-flex" mih={24} style={centered}>
      {children}
    </Anchor>
  );
}
