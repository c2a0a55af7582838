import { Radio } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { FieldError, type FieldProps, useField } from '../state/use-field.tsx';
import classes from './radio-cards.module.css';

export type RadioCard = {
  value: string;
  label: string;
  /** Below the label, and announced with it. */
  note?: ReactNode;
  picture?: ReactNode;
  disabled?: boolean;
  /** Appears below its radio when that is chosen. */
  children?: ReactNode;
};

type Props = Omit<FieldProps, 'help' | 'disabled'> & {
  cards: readonly RadioCard[];
  /** Cards after the list that do not scroll with it. */
  after?: readonly RadioCard[];
};

/** One of a few options, each on a card. A long list scrolls. */
export function RadioCardsField({ cards, after = [], ...props }: Props) {
  const field = useField<string>(props);
  const id = useId();
  const row = (card: RadioCard) => {
    const isChosen = field.value === card.value;
    return (
      <div key={card.value} className={classes.card} data-chosen={isChosen || undefined}>
        <div className={classes.line}>
          <Radio
            className={classes.radio}
            name={`${id}-${props.name}`}
            value={card.value}
            label={card.label}
            description={card.note}
            disabled={card.disabled}
            checked={isChosen}
            data-path={props.name}
            aria-invalid={field.input.error ? true : undefined}
            onChange={() => field.set(card.value)}
          />
          {card.picture}
        </div>
        {isChosen && card.children && <div className={classes.under}>{card.children}</div>}
      </div>
    );
  };
  return (
    <div role="radiogroup" aria-label={props.label} aria-required={props.required} className={classes.group}>
      {cards.length > 0 && (
        <div className={classes.list} data-scrolls={cards.length > 1 || undefined}>
          {cards.map(row)}
        </div>
      )}
      {after.map(row)}
      {field.input.error && <FieldError>{field.input.error}</FieldError>}
    </div>
  );
}

type ChoiceProps = Omit<FieldProps, 'disabled'> & { choices: Readonly<Record<string, string>> };

/** One of two or three short options in a line. */
export function RadioField({ choices, ...props }: ChoiceProps) {
  const field = useField<string>(props);
  return (
    <Radio.Group
      className={classes.radios}
      label={props.label}
      description={props.help}
      required={props.required}
      error={field.input.error}
      value={field.value}
      onChange={(value) => field.set(value)}
    >
      <div className={classes.choices}>
        {Object.entries(choices).map(([value, label]) => (
          <Radio key={value} value={value} label={label} data-path={props.name} />
        ))}
      </div>
    </Radio.Group>
  );
}
