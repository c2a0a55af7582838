import { listSubscriptionAssets, type SubscriptionAsset } from '@vialkeep/contract/resources.ts';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableState } from '../../ui/data-table/state/use-table-state.ts';
import { WaitingState } from '../../ui/feedback/load-state.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { AssetDetails } from './asset-details.tsx';
import { AssetItems } from './asset-items.tsx';
import { itemLabel, matchesResource } from './asset-labels.ts';
import { resourcesTexts } from './resources.texts.ts';
import { countSections, isIn } from './section-labels.ts';
import { SectionStrip } from './section-strip.tsx';

const texts = resourcesTexts.center;
const PER_PAGE = 10;
const SECTION = 'section';

/** All assets that are published for the user's membership (F041). */
export function ResourceCenterScreen() {
  const { subscription } = useUser();
  const assets = useApi(listSubscriptionAssets, { params: { id: subscription.id } });
  const sections = countSections(assets.data ?? []);
  // The table stores its state in the address, so the strip and the table share it.
  const state = useTableState({ pageSize: PER_PAGE, instant: true });

  return (
    <Screen title={texts.title}>
      {assets.isPending ? (
        // The placeholder reserves the space of both cards: the strip would push the list down.
        <Card>
          <WaitingState text={resourcesTexts.loading} />
        </Card>
      ) : (
        <>
          {sections.length > 0 && (
            <SectionStrip
              sections={sections}
              chosen={state.filters[SECTION] ?? null}
              onChoose={(name) => state.setFilter(SECTION, name ?? '')}
            />
          )}
          <Card flush>
            <DataTable
              name="resources"
              label={texts.title}
              query={assets}
              pageSize={PER_PAGE}
              columns={columns}
              rowName={({ asset_name }) => asset_name}
              texts={{ loading: resourcesTexts.loading }}
              emptyHint={texts.noneYet}
              filter={{ placeholder: texts.filter, matches: matchesResource }}
              filters={[
                {
                  key: SECTION,
                  label: texts.section,
                  options: sections.map(({ name }) => ({ value: name, label: name })),
                  matches: isIn,
                },
              ]}
              views={false}
              tall
            />
          </Card>
        </>
      )}
    </Screen>
  );
}

const columns = [
  customColumn<SubscriptionAsset>(
    resourcesTexts.details,
    ({ asset_name, description }) => <AssetDetails name={asset_name} description={description} />,
    { value: ({ asset_name }) => asset_name, sort: ({ asset_name }) => asset_name },
  ),
  customColumn<SubscriptionAsset>(resourcesTexts.information, ({ assets }) => <AssetItems items={assets} />, {
    value: ({ assets }) => assets.map(itemLabel).join('; '),
  }),
];
