import { type BenchHome, readBenchHome } from '@vialkeep/contract/bench.ts';
import type { SignatureInput, SignatureShown } from '@vialkeep/contract/bench-words.ts';
import { useState } from 'react';
import { useApi } from '../../kernel/api/query.ts';
import { useUser } from '../../kernel/session/session.ts';
import { Facts } from '../../ui/display/facts.tsx';
import { formatDateTime } from '../../ui/display/formats.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import classes from './bench.module.css';
import { benchTexts } from './bench.texts.ts';
import { BenchActions, BenchButton } from './bench-button.tsx';
import { BenchField } from './bench-field.tsx';
import { useBenchLab } from './use-bench-lab.ts';

const texts = benchTexts.sign;

type Props = {
  /** What the signature says: 'I reviewed the records and release these vials.' */
  statement: string;
  /** The words on the button. */
  action: string;
  kind?: 'primary' | 'danger';
  busy: boolean;
  disabled?: boolean;
  /** The refusal of the last try. */
  problem?: string | undefined;
  onSign: (signature: SignatureInput) => void;
};

/** Name, meaning and PIN, which is typed anew for each signature. */
export function SignFields(props: Props) {
  const lab = useBenchLab();
  const home = useApi(readBenchHome, { query: lab.inQuery });
  return (
    <Loaded query={home} loading={texts.loading} failed={texts.failed}>
      {(answer) => <SignForm {...props} home={answer} />}
    </Loaded>
  );
}

function SignForm({
  home,
  statement,
  action,
  kind = 'primary',
  busy,
  disabled = false,
  problem,
  onSign,
}: Props & { home: BenchHome }) {
  const user = useUser();
  const lab = useBenchLab();
  const [secret, setSecret] = useState('');
  const [isMissing, setMissing] = useState(false);
  // An administrator, who names the lab, signs in the own name.
  const isByPin = home.has_operators && lab.inLink.lab === undefined;
  const operator = home.shift?.operator ?? null;
  if (isByPin && !operator) return <p className={classes.lead}>{texts.badge}</p>;
  if (isByPin && !operator?.may_sign) return <p className={classes.lead}>{texts.mayNot}</p>;
  const sign = () => {
    setMissing(secret === '');
    if (secret === '') return;
    onSign(isByPin ? { pin: secret } : { password: secret });
    setSecret('');
  };
  return (
    <div className={classes.steps}>
      <Facts
        facts={[
          [texts.name, isByPin ? operator?.name : user.username],
          [texts.meaning, statement],
        ]}
      />
      <BenchField
        label={isByPin ? texts.pin : texts.password}
        kind={isByPin ? 'pin' : 'password'}
        value={secret}
        onChange={setSecret}
        problem={isMissing ? texts.missing : (problem ?? null)}
      />
      <BenchActions>
        <BenchButton kind={kind} busy={busy} disabled={disabled} onClick={sign}>
          {action}
        </BenchButton>
      </BenchActions>
    </div>
  );
}

/** A signature in words: who, what it means, and when. */
export function formatSignature({ printed_name, meaning, signed_at }: SignatureShown): string {
  return texts.shown(printed_name, texts.meanings[meaning], formatDateTime(signed_at));
}
