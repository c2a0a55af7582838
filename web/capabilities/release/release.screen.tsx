import { useLocation } from '@tanstack/react-router';
import { formatBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { CANDIDATES_PER_PAGE, type Candidate, listCandidates, releaseVials } from '@vialkeep/contract/release.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton, BenchLink } from '../../components/bench/bench-button.tsx';
import { BenchNote } from '../../components/bench/bench-fields.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { SignFields } from '../../components/bench/sign-fields.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useApi, useCommand } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { FormModal } from '../../ui/overlays/form-modal.tsx';
import { CriteriaList } from './criteria-list.tsx';
import { releaseTexts as texts } from './release.texts.ts';

/** Vials in quarantine by batch, with the criteria of their release. */
export function ReleaseScreen() {
  const lab = useBenchLab();
  const said = useScanFeedback();
  const vial = new URLSearchParams(useLocation().searchStr).get('vial');
  const [offset, setOffset] = useState(0);
  const [signing, setSigning] = useState<Candidate | null>(null);
  const paging = { limit: String(CANDIDATES_PER_PAGE), offset: String(offset) };
  const query = { ...lab.inQuery, ...(vial === null ? {} : { vial }), ...paging };
  const candidates = useApi(listCandidates, { query }, { keepPrevious: true });
  const released = (count: number) => {
    setSigning(null);
    said.showRight(texts.released(count));
  };
  return (
    <Screen title={texts.title}>
      <ScanBand feedback={said.feedback} />
      {vial !== null && <BenchLink to={linkTo(addresses.benchRelease, {}, lab.inLink)}>{texts.all}</BenchLink>}
      <Loaded query={candidates} loading={texts.loading} failed={texts.failed}>
        {({ results, count }) => (
          <>
            {count === 0 && (
              <Card>
                <p className={classes.lead}>{texts.noneYet}</p>
              </Card>
            )}
            {results.map((candidate) => (
              <CandidateCard
                key={`${candidate.patient_id} ${candidate.batch_id} ${candidate.vial_codes[0]}`}
                candidate={candidate}
                onSign={() => setSigning(candidate)}
              />
            ))}
            <BenchActions>
              {offset > 0 && (
                <BenchButton onClick={() => setOffset(offset - CANDIDATES_PER_PAGE)}>{texts.newer}</BenchButton>
              )}
              {offset + results.length < count && (
                <BenchButton onClick={() => setOffset(offset + CANDIDATES_PER_PAGE)}>{texts.older}</BenchButton>
              )}
            </BenchActions>
          </>
        )}
      </Loaded>
      {signing && <SignRelease candidate={signing} onDone={released} onClose={() => setSigning(null)} />}
    </Screen>
  );
}

function CandidateCard({ candidate, onSign }: { candidate: Candidate; onSign: () => void }) {
  const lab = useBenchLab();
  const { vial_codes, hold_reasons, criteria } = candidate;
  const isReady = criteria.every(({ met }) => met);
  const vials = { ...lab.inLink, vials: vial_codes.join(',') };
  return (
    <Card title={titleOf(candidate)}>
      <p className={classes.lead}>{texts.heldFor(hold_reasons.map((reason) => texts.reasons[reason]).join(', '))}</p>
      <CriteriaList candidate={candidate} />
      <p className={classes.lead}>
        {texts.vials}: {vial_codes.join(', ')}
      </p>
      {!isReady && <p className={classes.lead}>{texts.notMet}</p>}
      <BenchActions>
        <BenchButton kind="primary" disabled={!isReady} onClick={onSign}>
          {texts.review}
        </BenchButton>
        <BenchLink to={linkTo(addresses.deviations, {}, vials)}>{texts.openDeviation}</BenchLink>
        <BenchLink to={linkTo(addresses.benchDiscard, {}, vials)}>{texts.discard}</BenchLink>
      </BenchActions>
    </Card>
  );
}

type SignProps = { candidate: Candidate; onDone: (count: number) => void; onClose: () => void };

function SignRelease({ candidate, onDone, onClose }: SignProps) {
  const lab = useBenchLab();
  const [note, setNote] = useState('');
  const { vial_codes, needs_note } = candidate;
  const release = useCommand(releaseVials, {
    refreshes: [listCandidates],
    onDone: () => onDone(vial_codes.length),
  });
  const problems = release.refusal?.fields ?? {};
  const atNote = problems['note'];
  const unmet = Object.values(problems).join(' ');
  const problem =
    problems['signature'] ?? (release.refusal && !atNote ? `${release.refusal.message} ${unmet}` : undefined);
  return (
    <FormModal opened title={texts.sign} onClose={onClose}>
      <p className={classes.lead}>{titleOf(candidate)}</p>
      <p className={classes.lead}>{vial_codes.join(', ')}</p>
      {needs_note && (
        <BenchNote label={texts.note} value={note} onChange={setNote} problem={atNote} maxLength={1_000} />
      )}
      <SignFields
        statement={texts.statement}
        action={texts.sign}
        busy={release.busy}
        problem={problem}
        onSign={(signature) =>
          void release.run({ body: { ...lab.inBody, vial_codes, signature, ...(needs_note ? { note } : {}) } })
        }
      />
    </FormModal>
  );
}

function titleOf({ batch_code, patient_id }: Candidate): string {
  return batch_code === null
    ? texts.withoutBatch(patient_id)
    : texts.ofBatch(formatBenchCode({ kind: 'batch', code: batch_code }), patient_id);
}
