import { TextInput } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { Button } from '../../ui/actions/button.tsx';
import { type FieldProps, useField } from '../../ui/form/state/use-field.tsx';
import classes from './coupon-field.module.css';

export type CouponVerdict = { state: 'valid' | 'invalid'; text: string };

type Props = FieldProps & {
  /** The verdict on the code in the field; null before it is checked. */
  verdict: CouponVerdict | null;
  /** Shown after a code was removed. */
  note?: string;
  apply: string;
  busy: boolean;
  onApply: () => void;
};

/** A code and its value, as an icon and in words. Enter applies it without submitting the surrounding form. */
export function CouponField({ verdict, note, apply, busy, onApply, ...props }: Props) {
  const field = useField<string>(props);
  return (
    <div className={classes.coupon}>
      <div className={classes.line}>
        <TextInput
          {...field.input}
          className={classes.input}
          name={props.name}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={50}
          value={field.value}
          onChange={(event) => field.set(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            event.preventDefault();
            onApply();
          }}
          rightSection={verdict && <Sign verdict={verdict} />}
        />
        <div className={classes.button}>
          <Button onClick={onApply} busy={busy}>
            {apply}
          </Button>
        </div>
      </div>
      <p role="status" className={classes.text} data-state={verdict?.state}>
        {verdict?.text ?? note}
      </p>
    </div>
  );
}

function Sign({ verdict: { state } }: { verdict: CouponVerdict }) {
  const Icon = state === 'valid' ? IconCircleCheckFilled : IconCircleXFilled;
  return <Icon size={20} aria-hidden className={classes.sign} data-state={state} />;
}
