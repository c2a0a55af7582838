import { Tabs as MantineTabs } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './tabs.module.css';

export type Tab = { name: string; title: string; content: ReactNode };

type Props = {
  label: string;
  tabs: readonly Tab[];
  /** The name of the open tab. */
  at: string;
  onChange: (name: string) => void;
};

/** Shows one tab at a time; other tabs are not mounted. */
export function Tabs({ label, tabs, at, onChange }: Props) {
  return (
    <MantineTabs
      value={at}
      onChange={(name) => name !== null && onChange(name)}
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab, panel: classes.panel }}
    >
      <MantineTabs.List aria-label={label}>
        {tabs.map(({ name, title }) => (
          <MantineTabs.Tab key={name} value={name}>
            {title}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      {tabs.map(({ name, content }) => (
        <MantineTabs.Panel key={name} value={name}>
          {content}
        </MantineTabs.Panel>
      ))}
    </MantineTabs>
  );
}
