import {
  listDistributorTransactions,
  listManagerTransactions,
  listRepTransactions,
  type SalesTransaction,
} from '@vialkeep/contract/transactions.ts';
import { useApi } from '../../../kernel/api/query.ts';
import * as addresses from '../../../kernel/navigation/addresses.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { csv, download } from '../../../ui/display/csv.ts';
import { formatCount } from '../../../ui/display/formats.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { dayColumn, moneyColumn, numberColumn, textColumn } from '../../../ui/layout/columns.tsx';
import { Screen } from '../../../ui/layout/screen.tsx';
import { couponAmount, formatOptionalName, hasMatchingIdOrText, productOf, staffOf } from '../transaction-labels.ts';
import classes from '../transactions.module.css';
import { transactionsTexts } from '../transactions.texts.ts';
import { ReportPlots } from './own-sales.tsx';
import type { ReportPath } from './plot-points.ts';
import { chipsOf } from './sales-report-chips.ts';
import { managerOf, type ReportKind, repOf, reportFile, reportRows } from './sales-report-file.ts';

const texts = transactionsTexts.reports;
const columnTexts = transactionsTexts.columns;
const PER_PAGE = 10;

type Row = SalesTransaction;

/** A sales rep's report (F125). */
export function RepReportScreen() {
  return <Report kind="salesRep" route={listRepTransactions} />;
}

/** A sales manager's report (F126). */
export function ManagerReportScreen() {
  return <Report kind="salesManager" route={listManagerTransactions} />;
}

/** A distributor's report (F127). */
export function DistributorReportScreen() {
  return <Report kind="salesDistributor" route={listDistributorTransactions} />;
}

const repName = (row: Row) => formatOptionalName(repOf(row));
const managerName = (row: Row) => formatOptionalName(managerOf(row));

const variants: Record<
  ReportKind,
  { title: string; filter: string; file: string; path: ReportPath; searched: (row: Row) => (string | number)[] }
> = {
  salesRep: {
    title: texts.rep,
    filter: texts.filterRep,
    file: texts.fileRep,
    path: addresses.repReport,
    searched: (row) => [row.id, productOf(row)],
  },
  salesManager: {
    title: texts.manager,
    filter: texts.filterManager,
    file: texts.fileManager,
    path: addresses.managerReport,
    searched: (row) => [productOf(row), repName(row)],
  },
  salesDistributor: {
    title: texts.distributor,
    filter: texts.filterDistributor,
    file: texts.fileDistributor,
    path: addresses.distributorReport,
    searched: (row) => [productOf(row), repName(row), managerName(row)],
  },
};

type Props = { kind: ReportKind; route: typeof listRepTransactions };

function Report({ kind, route }: Props) {
  const { id } = useUser();
  const { title, filter, file, path, searched } = variants[kind];
  const transactions = useApi(route, { params: { id } });
  const loaded = transactions.data ?? [];
  const save = () => {
    const [header, rows] = reportRows(kind, loaded);
    download(reportFile(kind, id, new Date()), csv(header, rows));
  };
  return (
    <Screen title={title} wide>
      <ReportPlots report={path} />
      <Card flush>
        <DataTable
          name={`${kind}-transactions`}
          label={title}
          query={transactions}
          pageSize={PER_PAGE}
          columns={columnsOf[kind]}
          wide
          rowName={(row) => `#${row.id}`}
          texts={{ loading: transactionsTexts.loading }}
          emptyHint={texts.noneYet}
          filter={{ placeholder: filter, matches: (row, typed) => hasMatchingIdOrText(searched(row), typed) }}
          filters={chipsOf(kind, loaded)}
          views={false}
        />
        <section className={classes.files} aria-label={file}>
          <h2 className={classes.filesTitle}>{file}</h2>
          <div className={classes.filesChoices}>
            <Button size="xs" disabled={loaded.length === 0} onClick={save}>
              {texts.download}
            </Button>
            <span className={classes.filesHolds}>{texts.holds(formatCount(loaded.length))}</span>
          </div>
        </section>
      </Card>
    </Screen>
  );
}

const first = [
  textColumn<Row>(columnTexts.id, ({ id }) => `#${id}`, { sort: ({ id }) => id, width: 130 }),
  dayColumn<Row>(columnTexts.date, ({ date }) => date),
  textColumn<Row>(columnTexts.patientId, ({ patient: [patient] }) => (patient ? `#${patient.id}` : ''), {
    sort: ({ patient: [patient] }) => patient?.id,
  }),
];
const rep = textColumn<Row>(columnTexts.salesRep, repName);
const manager = textColumn<Row>(columnTexts.salesManager, managerName);
const last = [
  textColumn<Row>(columnTexts.hc, ({ harvest_center: [center] }) => center?.company),
  textColumn<Row>(columnTexts.rhc, ({ referral_harvest_center: [center] }) => center?.company, {
    priority: 2,
  }),
  textColumn<Row>(columnTexts.staff, staffOf, { priority: 3 }),
  textColumn<Row>(columnTexts.product, productOf),
  numberColumn<Row>(columnTexts.quantity, ({ quantity }) => quantity),
  moneyColumn<Row>(columnTexts.amountDollars, ({ amount }) => amount),
  textColumn<Row>(columnTexts.coupon, ({ coupon_code_used }) => coupon_code_used, { priority: 3 }),
  moneyColumn<Row>(columnTexts.couponAmountDollars, couponAmount, { priority: 3 }),
];

const columnsOf = {
  salesRep: [...first, ...last],
  salesManager: [...first, rep, ...last],
  salesDistributor: [...first, rep, manager, ...last],
};
