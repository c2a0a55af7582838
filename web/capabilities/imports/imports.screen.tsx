import { useNavigate } from '@tanstack/react-router';
import { IMPORTS_PER_PAGE, type ImportSummary, listImports } from '@vialkeep/contract/imports.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { Card } from '../../ui/layout/card.tsx';
import { dayColumn, numberColumn, statusColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { stateTones } from './import-labels.ts';
import { importsTexts as texts } from './imports.texts.ts';
import { NewImport } from './new-import.modal.tsx';

const fixed = { sort: false } as const;

/** The site is shown where there are several. */
const columnsFor = (hasSites: boolean) => [
  textColumn<ImportSummary>(texts.name, ({ name }) => name, fixed),
  statusColumn<ImportSummary>(
    texts.state,
    ({ state }) => ({ text: texts.states[state], tone: stateTones[state] }),
    fixed,
  ),
  ...(hasSites ? [textColumn<ImportSummary>(texts.site, ({ domain }) => domain.name, fixed)] : []),
  numberColumn<ImportSummary>(texts.rows, ({ counts }) => counts.rows, fixed),
  numberColumn<ImportSummary>(texts.problems, ({ counts }) => counts.problems, fixed),
  numberColumn<ImportSummary>(texts.imported, ({ counts }) => counts.applied, fixed),
  textColumn<ImportSummary>(texts.begunBy, ({ created_by }) => created_by.name, { ...fixed, priority: 2 }),
  dayColumn<ImportSummary>(texts.begun, ({ created_at }) => created_at, { ...fixed, priority: 2 }),
];

/** The imports of the administrator's sites, newest first. */
export function ImportsScreen() {
  const navigate = useNavigate();
  const state = useTableState({ pageSize: IMPORTS_PER_PAGE });
  const [isBeginning, setBeginning] = useState(false);
  const imports = useApi(
    listImports,
    { query: { limit: state.pageSize, offset: state.offset } },
    { keepPrevious: true },
  );
  const domains = imports.data?.domains ?? [];
  return (
    <Screen
      title={texts.title}
      actions={
        <Button kind="primary" disabled={!imports.data} onClick={() => setBeginning(true)}>
          {texts.create.button}
        </Button>
      }
    >
      <Card flush>
        <DataTable
          name="imports"
          label={texts.title}
          page={imports}
          state={state}
          columns={columnsFor(domains.length > 1)}
          rowName={({ name }) => name}
          rowLink={({ id }) => linkTo(addresses.oneImport, { id })}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
        />
      </Card>
      <NewImport
        domains={isBeginning ? domains : null}
        onBegun={(id) => void navigate(linkTo(addresses.oneImport, { id }))}
        onClose={() => setBeginning(false)}
      />
    </Screen>
  );
}
