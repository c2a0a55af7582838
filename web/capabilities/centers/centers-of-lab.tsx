import { type CenterOfLab, listCentersOfLab } from '@vialkeep/contract/centers.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { useUser } from '../../kernel/session/session.ts';
import { TextLink } from '../../ui/actions/link.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, textColumn } from '../../ui/layout/columns.tsx';
import { centersTexts } from './centers.texts.ts';
import classes from './centers-of-lab.module.css';

const texts = centersTexts.lab;
const PER_PAGE = 5;

const nameOf = (center: CenterOfLab) => `Lab: ${center.id} - ${center.first_name} ${center.last_name}`;

/** The centers card on a lab's dashboard (F053). */
export function OwnCentersOfLab() {
  return <CentersOfLab labId={useUser().id} title={texts.title} />;
}

/** The centers that a lab works for, with the number of patients of each (F120). */
export function CentersOfLab({ labId, title }: { labId: number | string; title?: string }) {
  const centers = useApi(listCentersOfLab, { params: { id: labId } });
  const most = Math.max(1, ...(centers.data ?? []).map(({ patients }) => patients));
  return (
    <Card title={title} flush>
      <DataTable
        name="centers-of-lab"
        label={texts.title}
        query={centers}
        pageSize={PER_PAGE}
        columns={columnsFor(most)}
        rowName={nameOf}
        texts={{ loading: texts.loading }}
        emptyHint={texts.noneYet}
        filter={{
          placeholder: texts.filter,
          matches: (center, typed) => hasMatchingText([center.id, center.username, center.company], typed),
        }}
        rowInline={(center) => (
          <TextLink to={linkTo(addresses.labCenterPatients, { lab_id: labId, harvestcenter_id: center.id })}>
            {texts.view}
            <span className="visually-hidden">: {nameOf(center)}</span>
          </TextLink>
        )}
      />
    </Card>
  );
}

function columnsFor(most: number) {
  return [
    textColumn<CenterOfLab>(texts.center, nameOf, { sort: (center) => center.last_name }),
    textColumn<CenterOfLab>(texts.company, (center) => center.company),
    customColumn<CenterOfLab>(
      texts.samples,
      ({ patients }) => (
        <span className={classes.count}>
          <span className={classes.track} aria-hidden>
            <span className={classes.bar} style={{ inlineSize: `${(patients / most) * 100}%` }} />
          </span>
          <span className="tabular">{formatCount(patients)}</span>
        </span>
      ),
      { value: ({ patients }) => patients, sort: ({ patients }) => patients },
    ),
  ];
}
