import { type AdministeredCenter, listHarvestCenters } from '@vialkeep/contract/centers.ts';
import { AttestationLink } from '../../components/account/attestation-link.tsx';
import { useApi } from '../../kernel/api/query.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { hasMatchingText } from '../../ui/data-table/state/matching-text.ts';
import { formatEmail } from '../../ui/display/formats.ts';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { customColumn, textColumn } from '../../ui/layout/columns.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import classes from './documents.module.css';
import { documentsTexts } from './documents.texts.ts';

const texts = documentsTexts.centers;
const PER_PAGE = 10;

/** The harvest centers' attestations; centers that have not signed come first (F150). */
export function CenterDocumentsScreen() {
  const centers = useApi(listHarvestCenters, { query: {} });
  const { data: all } = centers;
  const signed = all?.filter(hasSigned) ?? [];
  return (
    <Screen title={texts.title}>
      <Card flush>
        <DataTable
          name="center-documents"
          label={texts.title}
          query={{
            data: all && [...all.filter((center) => !hasSigned(center)), ...signed],
            isPending: centers.isPending,
            isError: centers.isError,
            isFetching: centers.isFetching,
            refetch: centers.refetch,
          }}
          pageSize={PER_PAGE}
          columns={columns}
          rowName={companyOf}
          texts={{ loading: texts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: texts.filter, matches: isCenterMatch }}
          summary={
            all &&
            all.length > 0 && (
              <>
                {texts.count(signed.length, all.length)}
                <span className={classes.bar} aria-hidden>
                  <span className={classes.barDone} style={{ inlineSize: `${(signed.length / all.length) * 100}%` }} />
                </span>
              </>
            )
          }
        />
      </Card>
    </Screen>
  );
}

function hasSigned({ template_id }: AdministeredCenter): boolean {
  return template_id !== null && template_id !== '';
}

function companyOf({ id, company }: AdministeredCenter): string {
  return `#ID ${id} ${company}`;
}

function formatContactName({ first_name, last_name }: AdministeredCenter): string {
  return `${first_name} ${last_name}`;
}

const columns = [
  textColumn<AdministeredCenter>(texts.company, companyOf, { sort: ({ company }) => company }),
  textColumn<AdministeredCenter>(texts.name, formatContactName, { sort: ({ last_name }) => last_name }),
  textColumn<AdministeredCenter>(texts.email, ({ email }) => formatEmail(email)),
  textColumn<AdministeredCenter>(texts.domain, ({ domain }) => domain.name || documentsTexts.none, {
    priority: 2,
  }),
  customColumn<AdministeredCenter>(
    texts.signed,
    (center) =>
      hasSigned(center) ? (
        <AttestationLink centerId={center.id}>
          {texts.yes}
          <span className="visually-hidden"> of {center.company}</span>
        </AttestationLink>
      ) : (
        <StatusPill tone="waiting">{texts.no}</StatusPill>
      ),
    { value: (center) => (hasSigned(center) ? texts.yes : texts.no), sort: (center) => (hasSigned(center) ? 1 : 0) },
  ),
];

function isCenterMatch(center: AdministeredCenter, typed: string): boolean {
  return hasMatchingText([center.id, center.email, center.company, formatContactName(center)], typed);
}
