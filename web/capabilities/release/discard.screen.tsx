import { useLocation } from '@tanstack/react-router';
import { DocumentRowId } from '@vialkeep/contract/kernel/ids.ts';
import { vialToSend } from '@vialkeep/contract/named-vial.ts';
import { type DiscardBasis, discardVials, listCandidates } from '@vialkeep/contract/release.ts';
import { useState } from 'react';
import classes from '../../components/bench/bench.module.css';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchChoice, BenchNote, BenchTextField } from '../../components/bench/bench-fields.tsx';
import { BenchPhotos } from '../../components/bench/bench-photos.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { SignFields } from '../../components/bench/sign-fields.tsx';
import { useBenchLab } from '../../components/bench/use-bench-lab.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Card } from '../../ui/layout/card.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import listClasses from './release.module.css';
import { discardTexts as texts } from './release.texts.ts';

/** Vials that are discarded for good: which ones, why, and by whose signature. */
export function DiscardScreen() {
  const lab = useBenchLab();
  const said = useScanFeedback();
  const named = new URLSearchParams(useLocation().searchStr).get('vials') ?? '';
  const [codes, setCodes] = useState<readonly string[]>(() => codesIn(named));
  const [basis, setBasis] = useState<DiscardBasis | null>(null);
  const [document, setDocument] = useState('');
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const [note, setNote] = useState('');
  const discard = useCommand(discardVials, {
    refreshes: [listCandidates],
    onDone: ({ discarded }) => {
      said.showRight(texts.done(discarded));
      setCodes([]);
      setPhotos([]);
      setNote('');
      setDocument('');
    },
    onRefused: said.showFailure,
  });
  const problems = discard.refusal?.fields ?? {};
  const add = ({ text }: Scan) => {
    const code = vialToSend(text);
    if (code === null) return said.showWrong(texts.notVial);
    setCodes((before) => [...new Set([...before, code])]);
    said.showRight(texts.added(code));
  };
  const documentId = DocumentRowId.safeParse(Number(document));
  return (
    <Screen title={texts.title}>
      <ScanBand feedback={said.feedback} />
      <Card title={texts.vials}>
        <ScanInput onScan={add} />
        {codes.length === 0 ? (
          <p className={classes.lead}>{texts.noneYet}</p>
        ) : (
          <ul className={listClasses.list} aria-label={texts.vials}>
            {codes.map((code) => (
              <li key={code}>
                <span>{code}</span>
                <BenchActions>
                  <BenchButton onClick={() => setCodes(codes.filter((other) => other !== code))}>
                    {texts.remove(code)}
                  </BenchButton>
                </BenchActions>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={texts.basis}>
        <div className={classes.steps}>
          <BenchChoice
            label={texts.basis}
            value={basis}
            choices={texts.bases}
            onChoose={setBasis}
            problem={problems['basis'] ?? problems['vial_codes']}
          />
          {basis === 'patient_request' && (
            <BenchTextField
              label={texts.document}
              inputMode="numeric"
              value={document}
              onChange={setDocument}
              problem={problems['document_id']}
            />
          )}
          {basis === 'damaged' && (
            <BenchPhotos
              lab={lab}
              photos={photos}
              onAdded={(name) => setPhotos((before) => [...before, name])}
              problem={problems['photos']}
            />
          )}
          <BenchNote label={texts.note} value={note} onChange={setNote} problem={problems['note']} maxLength={1_000} />
        </div>
      </Card>
      <Card title={texts.sign}>
        <SignFields
          statement={texts.statement}
          action={texts.sign}
          kind="danger"
          busy={discard.busy}
          disabled={codes.length === 0 || basis === null}
          problem={problems['signature']}
          onSign={(signature) => {
            if (basis === null) return;
            const ofPatient = basis === 'patient_request' && documentId.success ? { document_id: documentId.data } : {};
            const body = { ...lab.inBody, vial_codes: [...codes], basis, note, photos: [...photos], ...ofPatient };
            void discard.run({ body: { ...body, signature } });
          }}
        />
      </Card>
    </Screen>
  );
}

/** The vials that the address names, which another page has put there. */
function codesIn(named: string): string[] {
  return named.split(',').flatMap((text) => {
    const code = vialToSend(text);
    return code === null ? [] : [code];
  });
}
