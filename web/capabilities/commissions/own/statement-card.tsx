import { useState } from 'react';
import { useUser } from '../../../kernel/session/session.ts';
import { formatMonth } from '../../../ui/display/formats.ts';
import { ChoiceInput } from '../../../ui/form/fields/choice-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../commissions.module.css';
import { StatementFiles } from '../statement-files.tsx';
import { myCommissionsTexts } from './my-commissions.texts.ts';

const texts = myCommissionsTexts.statement;

/** The statement of a month as a file. The months are given newest first. */
export function StatementCard({ months }: { months: readonly string[] }) {
  const { id } = useUser();
  // The last month that is over.
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '');
  return (
    <Card title={texts.title} note={texts.note}>
      <div className={classes.statement}>
        <ChoiceInput
          label={texts.month}
          value={month}
          options={months.map((value) => ({ value, label: formatMonth(value) }))}
          onChoose={setMonth}
        />
        <StatementFiles userId={id} month={month} texts={texts} />
      </div>
    </Card>
  );
}
