import { lineStates, type listOwnCommissions, type OwnCommissionLine } from '@vialkeep/contract/commissions.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { commissionLineTexts } from '../../../components/money/commission-line.texts.ts';
import type { Loading } from '../../../kernel/api/query.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { TableState } from '../../../ui/data-table/state/use-table-state.ts';
import { formatCount, formatMonth } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { myCommissionsTexts } from './my-commissions.texts.ts';
import { ownLineColumns } from './own-lines.columns.tsx';
import { monthsToChoose } from './own-months.ts';

const texts = myCommissionsTexts.lines;

type Own = Answer<typeof listOwnCommissions>;
type Props = { own: Loading<Own>; state: TableState; onAsk: (line: OwnCommissionLine) => void };

/** The lines of the user, each with a button to ask about it. */
export function OwnLines({ own, state, onAsk }: Props) {
  const months = own.data ? monthsToChoose(own.data) : [];
  const count = own.data ? `${formatCount(own.data.count)}${own.data.count_is_exact ? '' : '+'}` : '';
  return (
    <Card title={texts.title} flush>
      <DataTable
        name="own-commissions"
        label={texts.title}
        page={own}
        state={state}
        columns={ownLineColumns}
        rowName={({ id }) => texts.name(id)}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        filters={[
          {
            key: 'month',
            label: texts.month,
            options: months.map((month) => ({ value: month, label: formatMonth(month) })),
          },
          {
            key: 'state',
            label: texts.state,
            options: lineStates.map((value) => ({ value, label: commissionLineTexts.states[value] })),
          },
        ]}
        views={false}
        summary={own.data && texts.total(count)}
        rowInline={(line) => (
          <Button size="xs" onClick={() => onAsk(line)}>
            {labelOf(line)}
            <span className="visually-hidden"> {texts.name(line.id)}</span>
          </Button>
        )}
        tall
      />
    </Card>
  );
}

function labelOf({ dispute }: OwnCommissionLine): string {
  if (dispute === null) return texts.ask;
  return dispute.state === 'open' ? texts.question : texts.answered;
}
