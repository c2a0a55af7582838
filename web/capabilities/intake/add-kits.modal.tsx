import { addKits, type Kit, type Lot, listKits, listLots } from '@vialkeep/contract/kits.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchTextField, parseTypedNumber } from '../../components/bench/bench-fields.tsx';
import { useCommand } from '../../kernel/api/query.ts';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import type { BenchStep } from './bench-step.ts';
import { intakeTexts } from './intake.texts.ts';

const texts = intakeTexts.lots;

type Props = BenchStep & { lot: Lot; onAdded: (kits: readonly Kit[]) => void; onClose: () => void };

/** Adds kits of a lot; each gets a code, and their labels can be printed at once. */
export function AddKits({ lot, lab, said, onAdded, onClose }: Props) {
  const [quantity, setQuantity] = useState('');
  const add = useCommand(addKits, {
    refreshes: [listKits, listLots],
    onDone: ({ kits }) => {
      said.showRight(texts.added(kits.length));
      onClose();
      onAdded(kits);
    },
  });
  const save = () =>
    void add.run({ body: { ...lab.inBody, lot_id: lot.id, quantity: parseTypedNumber(quantity) ?? 0 } });
  return (
    <FormModal opened title={`${texts.addKits}: ${lot.lot}`} onClose={onClose}>
      <div className={classes.steps}>
        <BenchTextField
          label={texts.quantity}
          inputMode="numeric"
          value={quantity}
          onChange={setQuantity}
          problem={add.refusal ? (add.refusal.fields['quantity'] ?? add.refusal.message) : undefined}
        />
        <BenchActions>
          <BenchButton kind="primary" busy={add.busy} onClick={save}>
            {texts.addKits}
          </BenchButton>
        </BenchActions>
      </div>
    </FormModal>
  );
}
