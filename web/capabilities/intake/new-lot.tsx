import { parseGs1 } from '@vialkeep/contract/gs1.ts';
import { addLot, type LotKind, listLots } from '@vialkeep/contract/kits.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchChoice, BenchFields, BenchTextField } from '../../components/bench/bench-fields.tsx';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { useCommand } from '../../kernel/api/query.ts';
import { Card } from '../../ui/layout/card.tsx';
import type { BenchStep } from './bench-step.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.lots;
const EMPTY = { name: '', lot: '', expires_on: '', text: '' };

/** Registers a lot. A scan of the maker's code fills the fields; nothing is saved before the button. */
export function NewLot({ lab, said }: BenchStep) {
  const [kind, setKind] = useState<LotKind | null>(null);
  const [values, setValues] = useState(EMPTY);
  const add = useCommand(addLot, {
    refreshes: [listLots],
    onDone: ({ lot }) => {
      said.showRight(texts.saved(lot));
      setValues(EMPTY);
    },
    onRefused: said.showFailure,
  });
  const problems = add.refusal?.fields ?? {};
  const set = (changed: Partial<typeof EMPTY>) => setValues((before) => ({ ...before, ...changed }));
  const read = ({ text }: Scan) => {
    const code = parseGs1(text);
    if (code.outcome !== 'read') return said.showWrong(code.outcome === 'faulty' ? code.words : intakeTexts.noCode);
    set({ text, lot: code.data.lot ?? '', expires_on: code.data.expires_on ?? '' });
    said.showRight(texts.read(code.data.lot ?? ''));
  };
  const save = () => {
    if (kind === null) return said.showWrong(texts.kind);
    const { name, lot, expires_on, text } = values;
    void add.run({
      body: { ...lab.inBody, kind, name, lot, expires_on: expires_on || null, ...(text === '' ? {} : { text }) },
    });
  };
  return (
    <Card title={texts.register}>
      <p className={classes.lead}>{texts.scanHint}</p>
      <ScanInput onScan={read} busy={add.busy} />
      <BenchChoice
        label={texts.kind}
        value={kind}
        choices={texts.kinds}
        onChoose={setKind}
        problem={problems['kind']}
      />
      <BenchFields>
        <BenchTextField
          label={texts.name}
          value={values.name}
          onChange={(name) => set({ name })}
          problem={problems['name']}
          maxLength={120}
        />
        <BenchTextField
          label={texts.lot}
          value={values.lot}
          // A number that was changed by hand is no longer the one of the code.
          onChange={(lot) => set({ lot, text: '' })}
          problem={problems['lot'] ?? problems['text']}
          maxLength={60}
        />
        <BenchTextField
          label={texts.expires}
          type="date"
          value={values.expires_on}
          onChange={(expires_on) => set({ expires_on, text: '' })}
          problem={problems['expires_on']}
        />
      </BenchFields>
      <BenchActions>
        <BenchButton kind="primary" busy={add.busy} onClick={save}>
          {texts.save}
        </BenchButton>
      </BenchActions>
    </Card>
  );
}
