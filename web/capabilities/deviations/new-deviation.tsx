import { useLocation, useNavigate } from '@tanstack/react-router';
import { listDeviations, openDeviation } from '@vialkeep/contract/deviations.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchChoice, BenchNote, BenchProblem, BenchTextField } from '../../components/bench/bench-fields.tsx';
import type { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Card } from '../../ui/layout/card.tsx';
import { type SourceKind, deviationsTexts as texts } from './deviations.texts.ts';
import { findSource, type SourceValues } from './find-source.ts';
import { SourceFields } from './source-fields.tsx';

/** Opens a deviation or a drill from any kind of source. */
export function NewDeviation({ said }: { said: ReturnType<typeof useScanFeedback> }) {
  const lab = useBenchLab();
  const navigate = useNavigate();
  const named = new URLSearchParams(useLocation().searchStr).get('vials');
  const [title, setTitle] = useState('');
  const [text, setText] = useState('');
  const [kind, setKind] = useState<SourceKind | null>(named === null ? null : 'vials');
  const [values, setValues] = useState<SourceValues>(named === null ? {} : { vials: named });
  const [what, setWhat] = useState<'real' | 'drill'>('real');
  const [problem, setProblem] = useState<string>();
  const open = useCommand(openDeviation, {
    refreshes: [listDeviations],
    onDone: ({ id }) => {
      said.showRight(texts.opened(id));
      void navigate(linkTo(addresses.deviation, { id }, lab.inLink));
    },
    onRefused: said.showFailure,
  });
  const problems = open.refusal?.fields ?? {};
  const atSource = Object.entries(problems).find(([field]) => field.startsWith('source'))?.[1];

  async function save(): Promise<void> {
    try {
      const found = kind === null ? texts.sourceMissing : await findSource(lab, kind, values);
      if (typeof found === 'string') return setProblem(found);
      setProblem(undefined);
      await open.run({ body: { ...lab.inBody, title, text, source: found, is_drill: what === 'drill' } });
    } catch (thrown) {
      said.showFailure(failureOf(thrown));
    }
  }

  return (
    <Card title={texts.open}>
      <div className={classes.steps}>
        <BenchTextField
          label={texts.fields.title}
          value={title}
          onChange={setTitle}
          problem={problems['title']}
          maxLength={200}
        />
        <BenchNote
          label={texts.fields.text}
          value={text}
          onChange={setText}
          problem={problems['text']}
          maxLength={5_000}
        />
        <BenchChoice label={texts.fields.kind} value={kind} choices={texts.kinds} onChoose={setKind} />
        {kind !== null && <SourceFields kind={kind} values={values} onChange={setValues} />}
        {(problem ?? atSource) !== undefined && <BenchProblem>{problem ?? atSource}</BenchProblem>}
        <BenchChoice label={texts.fields.isDrill} value={what} choices={texts.drills} onChoose={setWhat} />
        <BenchActions>
          <BenchButton kind="primary" busy={open.busy} onClick={() => void save()}>
            {texts.open}
          </BenchButton>
        </BenchActions>
      </div>
    </Card>
  );
}
