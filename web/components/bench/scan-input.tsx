import { IconCamera, IconCameraOff } from '@tabler/icons-react';
import { normalizeScannedText } from '@vialkeep/contract/scanned-text.ts';
import { useState } from 'react';
import classes from './bench.module.css';
import { benchTexts } from './bench.texts.ts';
import { BenchButton } from './bench-button.tsx';
import { Camera } from './camera/camera.tsx';
import { useScanner } from './scanner/use-scanner.ts';
import { TypeCode } from './type-code.tsx';

export type Scan = {
  readonly text: string;
  readonly input: 'scanner' | 'camera' | 'typed';
};

type Props = {
  onScan: (scan: Scan) => void;
  /** While the server judges the last scan, typed codes wait; a scanner's are passed on. */
  busy?: boolean;
};

/** All ways to scan: a scanner at any time, a code typed by hand, and the camera after a tap. */
export function ScanInput({ onScan, busy }: Props) {
  const [isCameraOpen, setIsCameraOpen] = useState(false);
  useScanner((text) => onScan({ text, input: 'scanner' }));
  return (
    <div role="group" aria-label={benchTexts.ways} className={classes.ways}>
      <TypeCode busy={busy} onCode={(text) => onScan({ text: normalizeScannedText(text), input: 'typed' })} />
      <BenchButton
        icon={isCameraOpen ? <IconCameraOff size={24} aria-hidden /> : <IconCamera size={24} aria-hidden />}
        onClick={() => setIsCameraOpen(!isCameraOpen)}
      >
        {isCameraOpen ? benchTexts.closeCamera : benchTexts.camera}
      </BenchButton>
      {isCameraOpen && <Camera onRead={(text) => onScan({ text, input: 'camera' })} />}
    </div>
  );
}
