import { IconDeviceMobile, IconKey } from '@tabler/icons-react';
import type { Factor } from '@vialkeep/contract/factors.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatDay } from '../../../ui/display/formats.ts';
import classes from './factors.module.css';
import { factorsTexts } from './factors.texts.ts';

const texts = factorsTexts.card;
const icons = { passkey: IconKey, totp: IconDeviceMobile } as const;

type Props = { factor: Factor; onRemove?: (factor: Factor) => void };

export function FactorRow({ factor, onRemove }: Props) {
  const { kind, label, added_at, last_used_at } = factor;
  const Icon = icons[kind];
  const used = last_used_at === null ? texts.unused : texts.used(formatDay(last_used_at));
  return (
    <li className={classes.factor}>
      <Icon size={20} stroke={1.6} aria-hidden />
      <div className={classes.about}>
        <strong>{label}</strong>
        <span className={classes.when}>
          {texts.kinds[kind]} · {texts.added(formatDay(added_at))}, {used}
        </span>
      </div>
      {onRemove && (
        <Button size="xs" onClick={() => onRemove(factor)}>
          {texts.remove}
          <span className="visually-hidden"> {label}</span>
        </Button>
      )}
    </li>
  );
}
