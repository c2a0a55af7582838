import type { UserId } from '@vialkeep/contract/kernel/ids.ts';
import { listVials } from '@vialkeep/contract/vials.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { TextCell } from '../../ui/display/cell-inputs.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Tick } from '../../ui/form/fields/tick.tsx';
import { FieldError } from '../../ui/form/state/use-field.tsx';
import { isVialMatch } from './entry-values.ts';
import classes from './vials.module.css';
import { vialsTexts } from './vials.texts.ts';

const texts = vialsTexts.choose;
const SHOWN = 60;
const FILTER_FROM = 12;

type Props = {
  patientId: UserId;
  chosen: readonly string[];
  error?: string;
  onChoose: (codes: readonly string[]) => void;
};

/** Lets the user choose which vials are shipped. */
export function ChooseVials({ patientId, chosen, error, onChoose }: Props) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const vials = useApi(listVials, { params: { userId: patientId } }, { enabled: opened });
  const toggle = (code: string) =>
    onChoose(chosen.includes(code) ? chosen.filter((other) => other !== code) : [...chosen, code]);

  return (
    <details className={classes.choose} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>
        {texts.open}
        <span className={classes.chosen}>{chosen.length > 0 ? texts.chosen(chosen.length) : texts.without}</span>
      </summary>
      {error && <FieldError>{error}</FieldError>}
      {opened && (
        <div role="group" aria-label={texts.label} className={classes.choice}>
          <Loaded query={vials} failed={texts.failed}>
            {(all) => {
              const stored = all.filter(({ state, held, reserved }) => state === 'stored' && !held && !reserved);
              const found = stored.filter((vial) => isVialMatch(vial, typed));
              return (
                <>
                  {stored.length === 0 && <p className={classes.hint}>{texts.none}</p>}
                  {stored.length > FILTER_FROM && <TextCell label={texts.filter} value={typed} onChange={setTyped} />}
                  <div className={classes.codes}>
                    {found.slice(0, SHOWN).map(({ code, old_code }) => (
                      <Tick
                        key={code}
                        label={texts.vial(code, old_code)}
                        checked={chosen.includes(code)}
                        onChange={() => toggle(code)}
                      />
                    ))}
                  </div>
                  {found.length > SHOWN && <p className={classes.hint}>{texts.more(SHOWN)}</p>}
                </>
              );
            }}
          </Loaded>
        </div>
      )}
    </details>
  );
}
