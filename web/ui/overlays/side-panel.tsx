import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './side-panel.module.css';

type Props = { opened: boolean; title: string; onClose: () => void; children: ReactNode };

/** A panel at the right of the page; on a phone it covers the page. */
export function SidePanel({ opened, title, onClose, children }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={400}
      title={<span className={classes.title}>{title}</span>}
      transitionProps={{ duration: 160 }}
    >
      {children}
    </Drawer>
  );
}
