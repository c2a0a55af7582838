import type { LabelOfClinic } from '@vialkeep/contract/labels.ts';
import { OutsideLink } from '../../ui/actions/link.tsx';
import { TallCell } from '../../ui/display/cell-lines.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { labelAddress, trackingAddress } from './label-address.ts';
import classes from './labels.module.css';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.requests;

/**
 * The label and its tracking, 'Pending' until there is a file, and the recipient if the row does not name them (F119).
 */
export function DetailsCell({ label, forWhom }: { label: LabelOfClinic | undefined; forWhom: string }) {
  const named = forWhom && <span className={classes.aside}>{texts.forWhom(forWhom)}</span>;
  if (!label?.pdf_file) {
    return (
      <div className={classes.asked}>
        <StatusPill tone="waiting">{texts.pending}</StatusPill>
        {named}
      </div>
    );
  }
  const tracking = trackingAddress(label.tracking_link);
  return (
    <TallCell>
      <OutsideLink href={labelAddress(label.pdf_file)}>{texts.seeLabel}</OutsideLink>
      {tracking && <OutsideLink href={tracking}>{texts.tracking}</OutsideLink>}
      <span className={classes.code}>{label.tracking_number}</span>
      {named}
    </TallCell>
  );
}
