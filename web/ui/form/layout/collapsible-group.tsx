import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { useFormContext } from '../state/form-context.ts';
import classes from './collapsible-group.module.css';

type Props = {
  legend: string;
  /** The fields inside: an error in one of them opens the group, so that the user can correct it. */
  names: readonly string[];
  children: ReactNode;
};

/** Rarely used fields under a heading that expands them. */
export function CollapsibleGroup({ legend, names, children }: Props) {
  const [opened, { toggle, open }] = useDisclosure(false);
  const id = useId();
  const { errors } = useFormContext().form;
  const isWrong = names.some((name) => errors[name] !== undefined);
  const show = useEffectEvent(open);
  useEffect(() => {
    if (isWrong) show();
  }, [isWrong]);

  return (
    <div className={classes.group}>
      <h3 className={classes.heading}>
        <UnstyledButton className={classes.toggle} aria-expanded={opened} aria-controls={id} onClick={toggle}>
          <IconChevronRight size={16} stroke={1.8} aria-hidden className={classes.chevron} />
          {legend}
        </UnstyledButton>
      </h3>
      <Collapse expanded={opened} id={id} role="group" aria-label={legend}>
        <div className={classes.inside}>{children}</div>
      </Collapse>
    </div>
  );
}
