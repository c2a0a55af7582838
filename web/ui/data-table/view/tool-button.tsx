import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import classes from './toolbar.module.css';

type Props = ButtonProps & Pick<ComponentProps<'button'>, 'onClick' | 'ref'> & { icon: Icon; children: string };

/** A quiet button of the toolbar: icon and word, on a phone the icon alone with the word as its name. */
export function ToolButton({ icon: Icon, children, className = '', ...rest }: Props) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-sm"
      className={`${classes.tool} ${className}`}
      aria-label={children}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
      {...rest}
    >
      <span className={classes.toolWord}>{children}</span>
    </Button>
  );
}
