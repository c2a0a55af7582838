import { Pagination } from '@mantine/core';
import classes from '../data-table.module.css';
import { nearestPage } from '../state/paging.ts';
import type { TableState } from '../state/use-table-state.ts';
import { tableTexts } from '../table.texts.ts';

const controlNames = {
  first: tableTexts.firstPage,
  previous: tableTexts.previousPage,
  next: tableTexts.nextPage,
  last: tableTexts.lastPage,
};

type Props = {
  label: string;
  state: Pick<TableState, 'page' | 'setPage'>;
  pages: number;
  pageOf?: (page: number, pages: number) => string;
};

/** Numbered page buttons and 'Page X of Y'. */
export function ListPages({ label, state, pages, pageOf = tableTexts.pageOf }: Props) {
  const page = nearestPage(state.page, pages);
  return (
    <nav className={classes.pages} aria-label={tableTexts.pages(label)}>
      <Pagination
        size="sm"
        gap={4}
        total={pages}
        value={page}
        onChange={state.setPage}
        hideWithOnePage
        getControlProps={(control) => ({ 'aria-label': controlNames[control] })}
        getItemProps={(item) => ({ 'aria-label': tableTexts.page(item) })}
      />
      <span className={classes.pageOf} aria-live="polite">
        {pageOf(page, pages)}
      </span>
    </nav>
  );
}
