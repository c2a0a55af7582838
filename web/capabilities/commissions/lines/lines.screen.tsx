import { COMMISSION_LINES_PER_PAGE, type CommissionLine, listCommissionLines } from '@vialkeep/contract/commissions.ts';
import { useState } from 'react';
import { MoneyPage } from '../../../components/money/money-page.tsx';
import { useApi } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { RowAction } from '../../../ui/data-table/state/table-props.ts';
import { useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { AdjustmentModal } from './adjustment.modal.tsx';
import { lineQuery } from './line-filters.ts';
import { lineColumns } from './lines.columns.tsx';
import { linesTexts as texts } from './lines.texts.ts';
import { LinesFilters } from './lines-filters.panel.tsx';
import { QuestionModal } from './question.modal.tsx';
import { QuestionsCard } from './questions-card.tsx';
import { StatementModal } from './statement.modal.tsx';

/** The commission lines of all people, and the questions about them. */
export function CommissionLinesScreen() {
  const state = useTableState({ pageSize: COMMISSION_LINES_PER_PAGE });
  const [adjusted, setAdjusted] = useState<CommissionLine | 'new' | null>(null);
  const [answered, setAnswered] = useState<CommissionLine | null>(null);
  const [stated, setStated] = useState<CommissionLine | null>(null);
  const lines = useApi(
    listCommissionLines,
    { query: { ...lineQuery(state.filters), limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const count = lines.data ? `${formatCount(lines.data.count)}${lines.data.count_is_exact ? '' : '+'}` : '';
  const actionsOf = (line: CommissionLine): RowAction[] => [
    ...(line.dispute
      ? [
          {
            label: line.dispute.state === 'open' ? texts.answerQuestion : texts.showQuestion,
            onSelect: () => setAnswered(line),
          },
        ]
      : []),
    ...(line.retained ? [] : [{ label: texts.adjustLine, onSelect: () => setAdjusted(line) }]),
    { label: texts.openStatement, onSelect: () => setStated(line) },
  ];
  return (
    <MoneyPage
      at="commissions"
      status={texts.lead}
      actions={
        <Button kind="primary" onClick={() => setAdjusted('new')}>
          {texts.adjust}
        </Button>
      }
    >
      <QuestionsCard onAnswer={setAnswered} />
      <LinesFilters state={state} shown={lines.data?.results[0]} />
      <Card title={texts.title} flush>
        <DataTable
          name="commission-lines"
          label={texts.title}
          page={lines}
          state={state}
          columns={lineColumns}
          rowName={({ id, person }) => texts.rowName(id, person.name)}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          summary={lines.data && texts.total(count)}
          rowMenu={actionsOf}
          tall
        />
      </Card>
      <AdjustmentModal of={adjusted} onClose={() => setAdjusted(null)} />
      <StatementModal line={stated} onClose={() => setStated(null)} />
      <QuestionModal line={answered} onClose={() => setAnswered(null)} />
    </MoneyPage>
  );
}
