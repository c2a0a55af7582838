import { listOwnAccess } from '@vialkeep/contract/access-records.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { accessTexts as texts } from './access.texts.ts';
import { AccessLines } from './access-lines.tsx';

const NEWEST = 5;

/** The last openings of the user's record, for the settings page. */
export function AccessCard() {
  const openings = useApi(listOwnAccess, { query: { limit: NEWEST, offset: 0 } });
  return (
    <Card title={texts.title} actions={<LinkButton to={linkTo(addresses.whoSawMyRecord)}>{texts.seeAll}</LinkButton>}>
      <Loaded query={openings} loading={texts.loading} failed={texts.failed}>
        {({ results }) =>
          results.length === 0 ? <EmptyState title={texts.empty} /> : <AccessLines openings={results} />
        }
      </Loaded>
    </Card>
  );
}
