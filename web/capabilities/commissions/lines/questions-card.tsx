import { COMMISSION_LINES_PER_PAGE, type CommissionLine, listCommissionLines } from '@vialkeep/contract/commissions.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { questionColumns } from './lines.columns.tsx';
import { linesTexts } from './lines.texts.ts';

const texts = linesTexts.questions;

/** The lines that are asked about, with the way to their messages. */
export function QuestionsCard({ onAnswer }: { onAnswer: (line: CommissionLine) => void }) {
  const state = useTableState({ pageSize: COMMISSION_LINES_PER_PAGE, scope: 'q' });
  const questions = useApi(
    listCommissionLines,
    { query: { dispute: 'open', limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  return (
    <Card title={texts.title} note={texts.note} flush>
      <DataTable
        name="commission-questions"
        label={texts.title}
        page={questions}
        state={state}
        columns={questionColumns}
        rowName={({ id, person }) => linesTexts.rowName(id, person.name)}
        texts={{ loading: texts.loading, empty: texts.none }}
        summary={questions.data && texts.total(formatCount(questions.data.count))}
        rowInline={(line) => (
          <Button size="xs" onClick={() => onAnswer(line)}>
            {texts.answer}
            <span className="visually-hidden"> {linesTexts.rowName(line.id, line.person.name)}</span>
          </Button>
        )}
      />
    </Card>
  );
}
