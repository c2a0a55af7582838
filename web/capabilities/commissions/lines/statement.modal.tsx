import type { CommissionLine } from '@vialkeep/contract/commissions.ts';
import { useState } from 'react';
import { today } from '../../../ui/display/formats.ts';
import { MonthField } from '../../../ui/form/fields/date-fields.tsx';
import { FilterForm } from '../../../ui/form/layout/filter-form.tsx';
import { FormModal } from '../../../ui/overlays/form-modal.tsx';
import classes from '../commissions.module.css';
import { StatementFiles } from '../statement-files.tsx';
import { linesTexts } from './lines.texts.ts';

const texts = linesTexts.statement;

type Props = { line: CommissionLine | null; onClose: () => void };

/** The statement of a line's person: of the line's month, or of another one. */
export function StatementModal({ line, onClose }: Props) {
  return (
    <FormModal opened={line !== null} title={texts.title(line?.person.name ?? '')} onClose={onClose}>
      {line && <Statement key={line.id} line={line} />}
    </FormModal>
  );
}

function Statement({ line }: { line: CommissionLine }) {
  const [month, setMonth] = useState(line.day.slice(0, 7));
  return (
    <div className={classes.parts}>
      <FilterForm label={texts.choice} values={{ month }} onChange={(_name, value) => setMonth(String(value))}>
        <MonthField name="month" label={texts.month} max={today()} required />
      </FilterForm>
      <div className={classes.statement}>
        <StatementFiles userId={line.person.id} month={month} texts={texts} />
      </div>
    </div>
  );
}
