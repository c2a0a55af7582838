import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { listOperators, OPERATORS_PER_PAGE, type Operator } from '@vialkeep/contract/lab-policy.ts';
import { useState } from 'react';
import { PrintLabels } from '../../components/bench/labels/print-labels.modal.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi } from '../../kernel/api/query.ts';
import { useActing } from '../../kernel/session/acting.ts';
import { USERS_SEARCH_PAUSE_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { AddOperator } from './add-operator.modal.tsx';
import { ChangeOperator, type OperatorAct } from './change-operator.modal.tsx';
import { operatorsTexts as texts } from './lab-policy.texts.ts';
import { type NewBadge, ShowBadge } from './show-badge.modal.tsx';

const fixed = { sort: false } as const;

const columns = [
  textColumn<Operator>(texts.name, ({ name }) => name, fixed),
  customColumn<Operator>(texts.badge, ({ code }) => <span className="tabular">{badgeOf(code)}</span>, {
    ...fixed,
    value: ({ code }) => badgeOf(code),
  }),
  textColumn<Operator>(texts.mayConfirm, ({ may_sign }) => (may_sign ? texts.yes : texts.no), fixed),
  statusColumn<Operator>(texts.state, stateOf, fixed),
];

/** The operators of a lab. A badge is printed where the bench is on. */
export function OperatorsCard({ isBenchOn }: { isBenchOn: boolean }) {
  const lab = useBenchLab();
  const notices = useNotices();
  // The lab itself names its people: an administrator does not in a session of the lab.
  const mayChange = useActing() === null;
  const state = useTableState({ pageSize: OPERATORS_PER_PAGE, debounce: USERS_SEARCH_PAUSE_MS });
  const operators = useApi(
    listOperators,
    { query: { ...lab.inQuery, limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const [isAdding, setAdding] = useState(false);
  const [act, setAct] = useState<OperatorAct | null>(null);
  const [badge, setBadge] = useState<NewBadge | null>(null);
  const [printing, setPrinting] = useState<readonly string[] | null>(null);
  const show = (made: NewBadge) => {
    setAdding(false);
    setAct(null);
    setBadge(made);
  };
  return (
    <Card
      title={texts.title}
      note={texts.note}
      flush
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      <DataTable
        name="operators"
        label={texts.title}
        page={operators}
        state={state}
        columns={columns}
        rowName={({ name }) => name}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        rowInline={(operator) =>
          operator.ended_at === null && (
            <>
              {isBenchOn && (
                <RowButton of={operator} onClick={() => setPrinting([badgeOf(operator.code)])}>
                  {texts.printBadge}
                </RowButton>
              )}
              {mayChange && (
                <>
                  <RowButton of={operator} onClick={() => setAct({ what: 'new-pin', operator })}>
                    {texts.newPin}
                  </RowButton>
                  <RowButton of={operator} isDanger onClick={() => setAct({ what: 'end', operator })}>
                    {texts.end}
                  </RowButton>
                </>
              )}
            </>
          )
        }
      />
      <AddOperator opened={isAdding} onAdded={show} onClose={() => setAdding(false)} />
      <ChangeOperator
        act={act}
        onNewPin={show}
        onEnded={(name) => {
          setAct(null);
          notices.success(texts.ended(name));
        }}
        onClose={() => setAct(null)}
      />
      <ShowBadge
        badge={badge}
        onPrint={isBenchOn ? (code) => setPrinting([code]) : null}
        onClose={() => setBadge(null)}
      />
      <PrintLabels
        codes={printing}
        onDone={(words) => {
          setPrinting(null);
          notices.success(words);
        }}
        onClose={() => setPrinting(null)}
      />
    </Card>
  );
}

type RowButtonProps = { of: Operator; isDanger?: boolean; onClick: () => void; children: string };

function RowButton({ of, isDanger = false, onClick, children }: RowButtonProps) {
  return (
    <Button size="xs" kind={isDanger ? 'danger' : 'secondary'} onClick={onClick}>
      {children}
      <span className="visually-hidden"> {of.name}</span>
    </Button>
  );
}

function badgeOf(code: string): string {
  return formatBenchCode({ kind: 'operator', code });
}

function stateOf({ ended_at, pin_is_once }: Operator) {
  if (ended_at !== null) return { text: texts.states.ended, tone: 'none' as const };
  if (pin_is_once) return { text: texts.states.once, tone: 'waiting' as const };
  return { text: texts.states.atWork, tone: 'done' as const };
}
