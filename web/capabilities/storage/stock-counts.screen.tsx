import { Link, useNavigate } from '@tanstack/react-router';
import { parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { beginStockCount, COUNTS_PER_PAGE, listStockCounts, type StockCount } from '@vialkeep/contract/stock-counts.ts';
import { useState } from 'react';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { formatDateTime } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import classes from './storage.module.css';
import { countTexts as texts } from './storage.texts.ts';

/** All counts of a lab, the newest first. The scan of a box begins its count, or opens the one under way. */
export function StockCountsScreen() {
  const { feedback, showWrong, showFailure } = useScanFeedback();
  const lab = useBenchLab();
  const navigate = useNavigate();
  const [offset, setOffset] = useState(0);
  const paging = { limit: String(COUNTS_PER_PAGE), offset: String(offset) };
  const counts = useApi(listStockCounts, { query: { ...lab.inQuery, ...paging } }, { keepPrevious: true });
  const open = (id: number) => void navigate(linkTo(addresses.stockCount, { id }, lab.inLink));
  const begin = useCommand(beginStockCount, {
    refreshes: [listStockCounts],
    onDone: ({ id }) => open(id),
    onRefused: showFailure,
  });
  const judge = ({ text }: Scan) => {
    const code = parseBenchCode(text);
    if (code?.kind !== 'place') return showWrong(texts.notBox);
    const underWay = counts.data?.results.find(({ box, closed_at }) => box.code === code.code && closed_at === null);
    if (underWay) open(underWay.id);
    else void begin.run({ body: { ...lab.inBody, box_code: code.code } });
  };
  return (
    <Screen title={texts.title}>
      <ScanBand feedback={feedback} />
      <Card>
        <ScanInput onScan={judge} busy={begin.busy} />
        <p className={classes.said}>{texts.lead}</p>
      </Card>
      <Card>
        <h2 className={classes.title}>{texts.list}</h2>
        <Loaded query={counts} loading={texts.loading} failed={texts.failed}>
          {({ results, count }) => (
            <>
              {count === 0 ? <p className={classes.said}>{texts.noneYet}</p> : <CountsTable counts={results} />}
              <BenchActions>
                {offset > 0 && (
                  <BenchButton onClick={() => setOffset(offset - COUNTS_PER_PAGE)}>{texts.newer}</BenchButton>
                )}
                {offset + results.length < count && (
                  <BenchButton onClick={() => setOffset(offset + COUNTS_PER_PAGE)}>{texts.older}</BenchButton>
                )}
              </BenchActions>
            </>
          )}
        </Loaded>
      </Card>
    </Screen>
  );
}

function CountsTable({ counts }: { counts: readonly StockCount[] }) {
  const lab = useBenchLab();
  return (
    <table className={classes.table} aria-label={texts.list}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.box}</th>
          <th scope="col">{texts.columns.begun}</th>
          <th scope="col">{texts.columns.closed}</th>
          <th scope="col">{texts.columns.scanned}</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ id, box, begun_at, closed_at, scanned }) => (
          <tr key={id}>
            <th scope="row">
              <Link {...linkTo(addresses.stockCount, { id }, lab.inLink)} className={classes.crumb}>
                {box.name}
              </Link>
            </th>
            <td>{formatDateTime(begun_at)}</td>
            <td>{closed_at === null ? texts.open : formatDateTime(closed_at)}</td>
            <td data-number>{scanned}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
