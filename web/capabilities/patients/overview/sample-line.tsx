import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkTo } from '../../../kernel/navigation/link-to.ts';
import classes from './overview.module.css';

type Props = {
  id: number;
  name: string;
  words: string;
  /** Set if the sample needs attention. */
  tone?: 'waiting' | 'failed';
};

/** One sample in one line; the whole line opens the record, as a large target for gloved hands. */
export function SampleLine({ id, name, words, tone }: Props) {
  return (
    <Link {...linkTo(addresses.patient, { id })} className={classes.sample}>
      <span className={classes.name}>{name}</span>
      <span className={classes.words} data-tone={tone}>
        {tone === 'failed' && <IconX size={14} stroke={2.2} aria-hidden />}
        {tone === 'waiting' && <IconAlertTriangle size={14} stroke={2} aria-hidden />}
        {words}
      </span>
    </Link>
  );
}
