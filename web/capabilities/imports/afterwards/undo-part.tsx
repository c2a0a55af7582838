import type { Import } from '@vialkeep/contract/imports.ts';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { formatDateTime } from '../../../ui/display/formats.ts';
import classes from '../imports.module.css';
import { importsTexts } from '../imports.texts.ts';
import { UndoImport } from './undo-import.modal.tsx';

const texts = importsTexts.undo;

/** Taking back what the import made, while that is possible. */
export function UndoPart({ of }: { of: Import }) {
  const [isOpen, setOpen] = useState(false);
  const isImported = of.state === 'applied' || of.state === 'stopped';
  if (!of.may.includes('undo')) return isImported ? <p className={classes.note}>{texts.over}</p> : null;
  const until = of.state === 'undone_in_part' ? texts.restUntil : texts.until;
  return (
    <section className={classes.part} aria-label={texts.title}>
      <h3 className={classes.partTitle}>{texts.title}</h3>
      <div className={classes.act}>
        <span className={classes.note}>{of.undo_until && until(formatDateTime(of.undo_until))}</span>
        <Button onClick={() => setOpen(true)}>{texts.button}</Button>
      </div>
      <UndoImport of={of} opened={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}
