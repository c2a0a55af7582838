import { exportCommissionStatement, printCommissionStatement } from '@vialkeep/contract/commissions.ts';
import { useState } from 'react';
import { useUser } from '../../../kernel/session/session.ts';
import { DownloadButton } from '../../../ui/actions/download-button.tsx';
import { formatMonth } from '../../../ui/display/formats.ts';
import { ChoiceInput } from '../../../ui/form/fields/choice-input.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import classes from '../commissions.module.css';
import { myCommissionsTexts } from './my-commissions.texts.ts';

const texts = myCommissionsTexts.statement;

/** The statement of a month as a file. The months are given newest first. */
export function StatementCard({ months }: { months: readonly string[] }) {
  const { id } = useUser();
  // The last month that is over.
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '');
  const input = { params: { user_id: id, month } };
  return (
    <Card title={texts.title} note={texts.note}>
      <div className={classes.statement}>
        <ChoiceInput
          label={texts.month}
          value={month}
          options={months.map((value) => ({ value, label: formatMonth(value) }))}
          onChoose={setMonth}
        />
        <DownloadButton route={printCommissionStatement} input={input}>
          {texts.pdf}
        </DownloadButton>
        <DownloadButton route={exportCommissionStatement} input={input}>
          {texts.csv}
        </DownloadButton>
      </div>
    </Card>
  );
}
