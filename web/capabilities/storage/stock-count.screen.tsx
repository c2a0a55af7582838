import { StockCountIdInPath } from '@vialkeep/contract/kernel/ids.ts';
import {
  closeStockCount,
  listStockCounts,
  readStockCount,
  type StockCountDetails,
  scanIntoCount,
} from '@vialkeep/contract/stock-counts.ts';
import { useState } from 'react';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { useInOrder } from '../../components/bench/use-in-order.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { newUuid } from '../../kernel/new-uuid.ts';
import { formatDateTime } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { CountLines, type Decisions, type LineDecision } from './count-lines.tsx';
import classes from './storage.module.css';
import { countTexts as texts } from './storage.texts.ts';

/** One count: what was scanned, how it differs from the records, and what becomes of each difference. */
export function StockCountScreen() {
  const known = StockCountIdInPath.safeParse(usePathParams(addresses.stockCount).id);
  const id = known.success ? known.data : 0;
  const count = useApi(readStockCount, { params: { id } });
  const title = count.data ? texts.countOf(count.data.box.name) : texts.title;
  const { feedback, ...say } = useScanFeedback();
  return (
    <Screen title={title}>
      <ScanBand feedback={feedback} />
      <p role="status" className={classes.progress}>
        {count.data && sayProgress(count.data)}
      </p>
      <Loaded query={count} loading={texts.loading} failed={texts.failed}>
        {(data) => (data.closed_at === null ? <OpenCount count={data} say={say} /> : <CountLines count={data} />)}
      </Loaded>
    </Screen>
  );
}

function sayProgress({ scanned, expected, closed_at }: StockCountDetails): string {
  const progress = texts.progress(scanned, expected);
  return closed_at === null ? progress : `${progress} ${texts.closedOn(formatDateTime(closed_at))}`;
}

type Say = Omit<ReturnType<typeof useScanFeedback>, 'feedback'>;

function OpenCount({ count, say }: { count: StockCountDetails; say: Say }) {
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const runInOrder = useInOrder();
  const params = { id: count.id };
  const scanning = useCommand(scanIntoCount, { refreshes: [readStockCount], onRefused: say.showFailure });
  const closing = useCommand(closeStockCount, {
    refreshes: [readStockCount, listStockCounts],
    onDone: () => say.showRight(texts.done),
    onRefused: say.showFailure,
  });
  const judge = ({ text, input }: Scan) =>
    runInOrder(async () => {
      const answer = await scanning.run({ params, body: { scan_id: newUuid(), input, text } });
      if (!answer) return;
      const { code, finding, recorded } = answer.line;
      const words = texts.scanned(code, texts.findings[finding]);
      if (finding === 'right') say.showRight(words);
      else say.showWrong(recorded ? `${words}. ${texts.recorded(recorded)}` : words);
    });
  const differences = count.lines.filter(({ finding }) => finding !== 'right');
  const undecided = differences.filter(({ code }) => !isDecided(decisions.get(code)));
  const close = () => {
    const resolutions = differences.flatMap(({ code }) => {
      const decision = decisions.get(code);
      return decision ? [{ code, ...decision }] : [];
    });
    void closing.run({ params, body: { resolutions } });
  };
  return (
    <>
      <Card>
        <ScanInput onScan={judge} busy={scanning.busy} />
      </Card>
      <CountLines
        count={count}
        decisions={decisions}
        onDecide={(code, decision) => setDecisions(new Map(decisions).set(code, decision))}
      />
      <BenchActions>
        <BenchButton kind="primary" busy={closing.busy} disabled={undecided.length > 0} onClick={close}>
          {texts.close}
        </BenchButton>
      </BenchActions>
      {undecided.length > 0 && <p className={classes.said}>{texts.undecided(undecided.length)}</p>}
    </>
  );
}

function isDecided(decision: LineDecision | undefined): boolean {
  return decision !== undefined && (decision.as !== 'leave' || decision.note.trim() !== '');
}
