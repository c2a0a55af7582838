import { useId } from 'react';
import classes from '../data-table.module.css';
import type { AnyRow, TableContent } from '../state/table-props.ts';
import type { TableViewProps } from '../state/table-view-props.ts';
import { tableTexts } from '../table.texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { CardRows } from './card-rows.tsx';
import { ListPages } from './list-pages.tsx';
import { EmptyList, FailedList, LoadingList, ProgressLine, StaleList } from './list-states.tsx';
import { TableRows } from './table-rows.tsx';
import { TableToolbar } from './table-toolbar.tsx';

export function TableView<Row extends AnyRow>(props: TableViewProps<Row>) {
  const { label, state, arrangement, content, bulk, summary } = props;
  const { pageOf } = props.texts;
  const filterId = useId();

  return (
    <div className={classes.root}>
      <TableToolbar {...props} filterId={filterId} />
      {summary !== undefined && <div className={classes.summary}>{summary}</div>}
      <div className={classes.body} data-refreshing={content.refreshing || undefined} aria-busy={isBusy(content)}>
        <ProgressLine active={content.refreshing} />
        {content.stale && <StaleList onRetry={content.retry} />}
        <Body {...props} />
      </div>
      {content.status === 'ready' && content.count > 0 && (
        <ListPages
          label={label}
          state={state}
          pages={arrangement.pages}
          pageOf={pageOf && ((page, pages) => pageOf(page, pages, content.count))}
        />
      )}
      <div role="status" className="visually-hidden">
        {content.status === 'ready' && !content.refreshing && tableTexts.rows(content.count, label)}
      </div>
      {bulk && <BulkBar actions={bulk} arrangement={arrangement} rowName={props.rowName} />}
    </div>
  );
}

function Body<Row extends AnyRow>(props: TableViewProps<Row>) {
  const { texts, state, arrangement, content } = props;
  const empty = texts.empty ?? tableTexts.empty;

  if (content.status === 'loading') return <LoadingList text={texts.loading} columns={arrangement.columns.length} />;
  if (content.status === 'failed') return <FailedList text={empty} onRetry={content.retry} />;
  if (content.count === 0) {
    const { emptyHint, emptyAction } = props;
    return (
      <EmptyList text={empty} hint={emptyHint} action={emptyAction} state={state} onClear={arrangement.memory.clear} />
    );
  }
  return arrangement.cards ? <CardRows {...props} /> : <TableRows {...props} />;
}

function isBusy(content: TableContent<unknown>): boolean {
  return content.status === 'loading' || content.refreshing;
}
