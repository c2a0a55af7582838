import { type ListedCenter, listCentersOfSalesRep, listReferralCentersOfSalesRep } from '@vialkeep/contract/centers.ts';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { formatEmail } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { centerName } from './center-labels.ts';
import { centersTexts } from './centers.texts.ts';

const texts = centersTexts.salesRep;
const PER_PAGE = 5;

/** The harvest centers of a sales rep (F122). */
export function SalesRepCentersScreen() {
  return <ClinicsOfSalesRep name="rep-centers" title={texts.centers} route={listCentersOfSalesRep} />;
}

export function SalesRepReferralCentersScreen() {
  return (
    <ClinicsOfSalesRep
      name="rep-referral-centers"
      title={texts.referralCenters}
      route={listReferralCentersOfSalesRep}
    />
  );
}

type Props = { name: string; title: string; route: typeof listCentersOfSalesRep };

function ClinicsOfSalesRep({ name, title, route }: Props) {
  const { id } = useUser();
  const centers = useApi(route, { params: { id } });
  return (
    <Screen title={title}>
      <Card flush>
        <DataTable
          name={name}
          label={title}
          query={centers}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={centerName}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{
            placeholder: texts.filter,
            matches: (center, typed) => hasMatchingText([center.id, center.company, center.email], typed),
          }}
        />
      </Card>
    </Screen>
  );
}

const columns = [
  textColumn<ListedCenter>(texts.id, (center) => `#${center.id}`, { sort: (center) => center.id, width: 110 }),
  textColumn<ListedCenter>(texts.company, (center) => center.company),
  textColumn<ListedCenter>(texts.name, (center) => `${center.first_name} ${center.last_name}`, {
    sort: (center) => center.last_name,
  }),
  textColumn<ListedCenter>(texts.email, (center) => formatEmail(center.email)),
];
