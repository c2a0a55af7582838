import { parseBenchCode } from '@vialkeep/contract/bench-codes.ts';
import { parseGs1 } from '@vialkeep/contract/gs1.ts';
import { useState } from 'react';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { ScanBand } from '../../components/bench/feedback/scan-band.tsx';
import { useScanFeedback } from '../../components/bench/feedback/use-scan-feedback.ts';
import { type Scan, ScanInput } from '../../components/bench/scan-input.tsx';
import { NetworkFailure } from '../../kernel/api/failure.ts';
import { Card } from '../../ui/layout/card.tsx';
import classes from './kit.module.css';
import { KitFrame } from './kit-frame.tsx';

/** The parts of the bench: every way to scan and what is said about a scan. */
export function KitBenchScreen() {
  const { feedback, showRight, showWrong, showFailure } = useScanFeedback();
  const [scans, setScans] = useState<readonly string[]>([]);
  const judge = ({ text, input }: Scan) => {
    const words = describeText(text);
    setScans([`${scans.length + 1}: ${input}, ${words ?? text}`, ...scans].slice(0, 10));
    if (words === null) showWrong('This code is not known.');
    else showRight(words);
  };

  return (
    <KitFrame title="Bench">
      <ScanBand feedback={feedback} />
      <Card title="Scan anything">
        <ScanInput onScan={judge} />
      </Card>
      <Card title="What is said">
        <BenchActions>
          <BenchButton kind="primary" onClick={() => showRight('Vial K7QM-4TXD-9 is in B4.')}>
            Right
          </BenchButton>
          <BenchButton onClick={() => showWrong('Reserved for order 1042')}>Wrong</BenchButton>
          <BenchButton onClick={() => showFailure(new NetworkFailure())}>Offline</BenchButton>
        </BenchActions>
      </Card>
      <Card title="Scans">
        <ol className={classes.scans}>
          {scans.map((scan) => (
            <li key={scan}>{scan}</li>
          ))}
        </ol>
      </Card>
    </KitFrame>
  );
}

function describeText(text: string): string | null {
  const code = parseBenchCode(text);
  if (code) return `${code.kind} ${code.code}`;
  const gs1 = parseGs1(text);
  if (gs1.outcome === 'read') return `lot ${gs1.data.lot ?? 'without a number'}`;
  return gs1.outcome === 'faulty' ? gs1.words : null;
}
