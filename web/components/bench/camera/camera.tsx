import { useEffect, useRef, useState } from 'react';
import classes from '../bench.module.css';
import { benchTexts } from '../bench.texts.ts';
import { type CameraProblem, openCameraReader } from './camera-reader.ts';

type Props = { onRead: (text: string) => void };

const problemTexts: Readonly<Record<CameraProblem, string>> = {
  missing: benchTexts.cameraMissing,
  refused: benchTexts.cameraRefused,
  busy: benchTexts.cameraBusy,
  failed: benchTexts.cameraFailed,
  reader: benchTexts.readerFailed,
};

/** The picture of the camera; it reads codes while it is shown. */
export function Camera({ onRead }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef(onRead);
  const [isReady, setIsReady] = useState(false);
  const [problem, setProblem] = useState<CameraProblem | null>(null);
  useEffect(() => {
    latest.current = onRead;
  });
  useEffect(() => {
    if (!video.current) return;
    return openCameraReader(video.current, {
      onReady: () => setIsReady(true),
      onRead: (text) => latest.current(text),
      onProblem: setProblem,
    });
  }, []);
  return (
    <div className={classes.camera}>
      <video
        ref={video}
        className={classes.picture}
        hidden={problem !== null}
        muted
        playsInline
        aria-label={benchTexts.cameraPicture}
      />
      <p role="status" className={classes.said}>
        {problem === null && (isReady ? benchTexts.cameraReads : benchTexts.cameraStarts)}
      </p>
      <div role="alert">{problem !== null && <p className={classes.problem}>{problemTexts[problem]}</p>}</div>
    </div>
  );
}
