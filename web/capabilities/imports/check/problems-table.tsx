import { type Import, type ImportProblem, listImportProblems, PROBLEMS_PER_PAGE } from '@vialkeep/contract/imports.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { useTableState } from '../../../ui/data-table/state/use-table-state.ts';
import { textColumn } from '../../../ui/layout/columns.tsx';
import { importsTexts } from '../imports.texts.ts';

const texts = importsTexts.check;

type Row = ImportProblem & { id: string };

const fixed = { sort: false } as const;

const rowColumns = [
  textColumn<Row>(texts.row, ({ row }) => texts.rowNumber(row), fixed),
  textColumn<Row>(texts.column, ({ column }) => column || texts.wholeRow, fixed),
  textColumn<Row>(texts.value, ({ value }) => value || texts.emptyCell, fixed),
  textColumn<Row>(texts.problem, ({ message }) => message, fixed),
];
const fileColumn = textColumn<Row>(texts.file, ({ file }) => file, fixed);

/** Every cell that cannot be taken, with its row as the spreadsheet counts it. */
export function ProblemsTable({ of }: { of: Import }) {
  const state = useTableState({ pageSize: PROBLEMS_PER_PAGE, scope: 'p' });
  const files = of.files.filter(({ counts }) => counts.problems > 0);
  const known = files.find(({ id }) => String(id) === state.filters.file);
  const page = useApi(
    listImportProblems,
    {
      params: { id: of.id },
      query: { file: known && String(known.id), limit: state.pageSize, offset: state.offset },
    },
    { keepPrevious: true },
  );
  const rows = page.data && {
    ...page.data,
    results: page.data.results.map((problem, at): Row => ({ ...problem, id: `${state.offset + at}` })),
  };
  return (
    <DataTable
      name="import-problems"
      label={texts.table}
      page={{ ...page, data: rows }}
      state={state}
      columns={files.length > 1 ? [...rowColumns, fileColumn] : rowColumns}
      rowName={({ row, column }) => `${texts.rowNumber(row)} ${column}`}
      texts={{ loading: texts.loading }}
      views={false}
      {...(files.length > 1 && {
        filters: [
          {
            key: 'file',
            label: texts.file,
            options: files.map(({ id, name }) => ({ value: String(id), label: name })),
          },
        ],
      })}
    />
  );
}
