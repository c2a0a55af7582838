import { useLocation } from '@tanstack/react-router';
import { BENCH_LABS_PER_PAGE, type BenchLab, listBenchLabs } from '@vialkeep/contract/lab-policy.ts';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { linkAtRunTime, linkTo } from '../../../kernel/navigation/link-to.ts';
import { LinkButton, TextLink } from '../../../ui/actions/link.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { customColumn, textColumn } from '../../../ui/layout/columns.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { chooseLabTexts as texts } from './choose-lab.texts.ts';

const fixed = { sort: false } as const;

/** The labs whose bench is on, each with the way to the same page of its bench. */
export function ChooseLab() {
  const { pathname, searchStr } = useLocation();
  const state = useTableState({ pageSize: BENCH_LABS_PER_PAGE });
  const labs = useApi(
    listBenchLabs,
    { query: { limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const pageOf = ({ id }: BenchLab) =>
    linkAtRunTime(pathname, { ...Object.fromEntries(new URLSearchParams(searchStr)), lab: id });
  return (
    <Screen title={texts.title}>
      <Card title={texts.card} note={texts.note} flush>
        <DataTable
          name="bench-labs"
          label={texts.card}
          page={labs}
          state={state}
          columns={[
            customColumn<BenchLab>(texts.lab, (lab) => <TextLink to={pageOf(lab)}>{lab.name}</TextLink>, {
              ...fixed,
              value: ({ name }) => name,
            }),
            textColumn<BenchLab>(texts.number, ({ id }) => `#${id}`, fixed),
          ]}
          rowName={({ name }) => name}
          texts={{ loading: texts.loading, empty: texts.none }}
          emptyHint={texts.whyNone}
          emptyAction={<LinkButton to={linkTo(addresses.dashboard)}>{texts.toUsers}</LinkButton>}
        />
      </Card>
    </Screen>
  );
}
