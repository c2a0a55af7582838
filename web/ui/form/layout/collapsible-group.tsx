import { Collapse, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId } from 'react';
import { useFormContext } from '../state/form-context.ts';
import classes from './collapsible-group.module.css';

type Props = {
  legend: string;
  /** The fields inside: one of them being wrong opens the group, because what is hidden cannot be corrected. */
  names: readonly string[];
  children: ReactNode;
};

/** Fields that most visits do not need, under a heading that opens them. */
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
