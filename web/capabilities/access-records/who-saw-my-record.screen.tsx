import { ACCESS_ROWS_PER_PAGE, listOwnAccess } from '@vialkeep/contract/access-records.ts';
import { useState } from 'react';
import { accessTexts as texts } from '../../components/access/access.texts.ts';
import classes from '../../components/access/access-lines.module.css';
import { AccessLines } from '../../components/access/access-lines.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { ListPages } from '../../ui/data-table/view/list-pages.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';

/** Every opening of the user's record by another person. */
export function WhoSawMyRecordScreen() {
  const [page, setPage] = useState(1);
  const offset = (page - 1) * ACCESS_ROWS_PER_PAGE;
  const openings = useApi(listOwnAccess, { query: { limit: ACCESS_ROWS_PER_PAGE, offset } });
  return (
    <Screen title={texts.title}>
      <Card>
        <Loaded query={openings} loading={texts.loading} failed={texts.failed}>
          {({ results, count }) => (
            <>
              {results.length === 0 ? <EmptyState title={texts.empty} /> : <AccessLines openings={results} asks />}
              {count > ACCESS_ROWS_PER_PAGE && (
                <ListPages
                  label={texts.title}
                  state={{ page, setPage }}
                  pages={Math.ceil(count / ACCESS_ROWS_PER_PAGE)}
                />
              )}
              <p className={classes.foot}>{texts.foot}</p>
            </>
          )}
        </Loaded>
      </Card>
    </Screen>
  );
}
