import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import classes from './toolbar.module.css';

type Props = ButtonProps & Pick<ComponentProps<'button'>, 'onClick' | 'ref'> & { icon: Icon; children: string };

/** A toolbar button with icon and label; on a phone only the icon, with the label as accessible name. */
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
