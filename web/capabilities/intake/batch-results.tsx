import { type BatchDetails, type QcTest, type QcVerdict, readBatch, recordQc } from '@vialkeep/contract/batches.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import {
  BenchChoice,
  BenchFields,
  BenchNote,
  BenchTextField,
  parseTypedNumber,
} from '../../components/bench/bench-fields.tsx';
import { useCommand } from '../../kernel/api/query.ts';
import { formatDay, today } from '../../ui/display/formats.ts';
import { Card } from '../../ui/layout/card.tsx';
import type { BenchStep } from './bench-step.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.batches;
const EMPTY = { value: '', reason: '' };

/** Results are never overwritten: a new one of the same test corrects the current one, with the reason. */
export function BatchResults({ batch, lab, said }: BenchStep & { batch: BatchDetails }) {
  const [test, setTest] = useState<QcTest | null>(null);
  const [verdict, setVerdict] = useState<QcVerdict | null>(null);
  const [sterility, setSterility] = useState<'yes' | 'no'>('no');
  const [sampledOn, setSampledOn] = useState(today());
  const [values, setValues] = useState(EMPTY);
  const record = useCommand(recordQc, {
    refreshes: [readBatch],
    onDone: () => {
      said.showRight(texts.resultSaved);
      setTest(null);
      setVerdict(null);
      setValues(EMPTY);
    },
    onRefused: said.showFailure,
  });
  const problems = record.refusal?.fields ?? {};
  const current = batch.results.find((result) => result.is_current && result.test === test);
  const save = () => {
    if (test === null) return said.showWrong(texts.test);
    const set_sterility = test === 'sterility' && verdict === 'pass' && sterility === 'yes';
    void record.run({
      params: { id: String(batch.id) },
      body: {
        ...lab.inBody,
        test,
        value: parseTypedNumber(values.value),
        ...(verdict === null ? {} : { verdict }),
        sampled_on: sampledOn,
        ...(current ? { replaces: current.id, reason: values.reason } : {}),
        ...(set_sterility ? { set_sterility } : {}),
      },
    });
  };
  return (
    <Card title={texts.results}>
      <Results batch={batch} />
      <BenchChoice
        label={texts.test}
        value={test}
        choices={texts.tests}
        onChoose={(chosen) => {
          setTest(chosen);
          setVerdict(null);
        }}
        problem={problems['test']}
      />
      {test === 'viability' && <p className={classes.lead}>{texts.limit(batch.viability_min)}</p>}
      <BenchFields>
        <BenchTextField
          label={texts.value}
          inputMode="decimal"
          value={values.value}
          onChange={(value) => setValues({ ...values, value })}
          problem={problems['value']}
        />
        <BenchTextField
          label={texts.sampledOn}
          type="date"
          value={sampledOn}
          onChange={setSampledOn}
          problem={problems['sampled_on']}
        />
      </BenchFields>
      {(test !== 'viability' || values.value === '') && (
        <BenchChoice
          label={texts.verdict}
          value={verdict}
          choices={texts.verdicts}
          onChoose={setVerdict}
          problem={problems['verdict']}
        />
      )}
      {test === 'sterility' && verdict === 'pass' && (
        <BenchChoice
          label={texts.setSterility}
          value={sterility}
          choices={intakeTexts.arrivals.yesNo}
          onChoose={setSterility}
          problem={problems['set_sterility']}
        />
      )}
      {current && (
        <>
          <p className={classes.lead}>{texts.replaces(texts.tests[current.test])}</p>
          <BenchNote
            label={texts.reason}
            value={values.reason}
            onChange={(reason) => setValues({ ...values, reason })}
            problem={problems['reason']}
            maxLength={1_000}
          />
        </>
      )}
      <BenchActions>
        <BenchButton kind="primary" busy={record.busy} onClick={save}>
          {texts.saveResult}
        </BenchButton>
      </BenchActions>
    </Card>
  );
}

function Results({ batch }: { batch: BatchDetails }) {
  if (batch.results.length === 0) return <p className={classes.lead}>{texts.noResults}</p>;
  return (
    <ul className={classes.codes}>
      {batch.results.map(({ id, test, value, unit, verdict, sampled_on, reason, is_current }) => (
        <li key={id}>
          {[
            texts.tests[test],
            ...(value === null ? [] : [`${value} ${unit}`.trim()]),
            texts.verdicts[verdict],
            formatDay(sampled_on),
            ...(reason === '' ? [] : [reason]),
            ...(is_current ? [] : [texts.corrected]),
          ].join(', ')}
        </li>
      ))}
    </ul>
  );
}
