import {
  type DeviationDetails,
  type DeviationRisk,
  exportTrace,
  listDeviations,
  readDeviation,
  TraceList,
} from '@vialkeep/contract/deviations.ts';
import { closeDeviation, recallDeviation } from '@vialkeep/contract/release.ts';
import { useState } from 'react';
import classesOfBench from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchChoice, BenchNote } from '../../components/bench/bench-fields.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { formatSignature, SignFields } from '../../components/bench/sign-fields.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { DownloadButton } from '../../ui/actions/download-button.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import classes from './deviations.module.css';
import { deviationsTexts, deviationTexts as texts } from './deviations.texts.ts';
import { TraceTable } from './trace-table.tsx';

const refreshes = [readDeviation, listDeviations];

/** One deviation or drill: what it touches, the recall, and its end. */
export function DeviationScreen() {
  const lab = useBenchLab();
  const said = useScanFeedback();
  const { id = '' } = usePathParams(addresses.deviation);
  const deviation = useApi(readDeviation, { params: { id }, query: lab.inQuery });
  const number = Number(id);
  const title = deviation.data?.is_drill ? texts.drillTitle(number) : texts.title(number);
  return (
    <Screen title={title} status={deviation.data && deviationsTexts.states[deviation.data.state]}>
      <ScanBand feedback={said.feedback} />
      <Loaded query={deviation} loading={texts.loading} failed={texts.failed}>
        {(shown) => (
          <>
            {shown.is_drill && (
              <p className={classes.drill}>
                <span>{texts.drillBand}</span>
              </p>
            )}
            <About deviation={shown} />
            <TraceCard deviation={shown} />
            {shown.may.includes('recall') && <RecallCard deviation={shown} said={said} />}
            {shown.may.includes('close') && <CloseCard deviation={shown} said={said} />}
          </>
        )}
      </Loaded>
    </Screen>
  );
}

type Props = { deviation: DeviationDetails };
type ActProps = Props & { said: ReturnType<typeof useScanFeedback> };

function About({ deviation }: Props) {
  const { title, text, source_words, state, risk, conclusion, signature, recalled } = deviation;
  return (
    <Card title={title}>
      <Facts
        facts={[
          [texts.about, text],
          [texts.source, source_words],
          [texts.state, deviationsTexts.states[state]],
          [texts.recalled, texts.recalledWords(recalled.vials, recalled.quarantined, recalled.letters)],
          [texts.risk, risk && texts.risks[risk]],
          [texts.conclusion, conclusion],
          [texts.signature, signature && formatSignature(signature)],
        ]}
      />
    </Card>
  );
}

function TraceCard({ deviation: { id, trace } }: Props) {
  const lab = useBenchLab();
  const [list, setList] = useState<TraceList | null>(null);
  return (
    <Card title={texts.trace}>
      <div className={classesOfBench.steps}>
        <BenchActions>
          {TraceList.options.map((name) => (
            <BenchButton key={name} isPressed={list === name} onClick={() => setList(list === name ? null : name)}>
              {texts.countOf(trace.counts[name], formatCount(trace.counts[name]), texts.counted[name])}
            </BenchButton>
          ))}
        </BenchActions>
        {list !== null && <TraceTable trace={trace} list={list} />}
        <DownloadButton route={exportTrace} input={{ params: { id: String(id) }, query: lab.inQuery }}>
          {texts.csv}
        </DownloadButton>
      </div>
    </Card>
  );
}

function RecallCard({ deviation: { id, is_drill }, said }: ActProps) {
  const lab = useBenchLab();
  const recall = useCommand(recallDeviation, {
    refreshes,
    onDone: ({ quarantined, letters }) => said.showRight(texts.done(quarantined, letters)),
    onRefused: said.showFailure,
  });
  const run = (body: { quarantine: boolean; notify: boolean }) =>
    void recall.run({ params: { id: String(id) }, body: { ...lab.inBody, ...body } });
  return (
    <Card title={texts.act}>
      <BenchActions>
        {is_drill ? (
          <BenchButton busy={recall.busy} onClick={() => run({ quarantine: true, notify: true })}>
            {texts.drillRecall}
          </BenchButton>
        ) : (
          <>
            <BenchButton kind="danger" busy={recall.busy} onClick={() => run({ quarantine: true, notify: false })}>
              {texts.quarantine}
            </BenchButton>
            <BenchButton disabled={recall.busy} onClick={() => run({ quarantine: false, notify: true })}>
              {texts.notify}
            </BenchButton>
          </>
        )}
      </BenchActions>
    </Card>
  );
}

function CloseCard({ deviation: { id }, said }: ActProps) {
  const lab = useBenchLab();
  const [risk, setRisk] = useState<DeviationRisk | null>(null);
  const [conclusion, setConclusion] = useState('');
  const close = useCommand(closeDeviation, {
    refreshes,
    onDone: () => said.showRight(texts.closed),
    onRefused: said.showFailure,
  });
  const problems = close.refusal?.fields ?? {};
  return (
    <Card title={texts.close}>
      <div className={classesOfBench.steps}>
        <BenchChoice
          label={texts.riskAsked}
          value={risk}
          choices={texts.risks}
          onChoose={setRisk}
          problem={problems['risk']}
        />
        <BenchNote
          label={texts.conclusionAsked}
          value={conclusion}
          onChange={setConclusion}
          problem={problems['conclusion']}
          maxLength={5_000}
        />
        <SignFields
          statement={texts.statement}
          action={texts.sign}
          busy={close.busy}
          disabled={risk === null}
          problem={problems['signature']}
          onSign={(signature) => {
            if (risk === null) return;
            const body = { ...lab.inBody, risk, conclusion, signature };
            void close.run({ params: { id: String(id) }, body });
          }}
        />
      </div>
    </Card>
  );
}
