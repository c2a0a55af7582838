import { normalizeScannedText } from '@vialkeep/contract/scanned-text.ts';
import { isRepeatedScan, type SeenScan } from '../scanner/wedge.ts';
import type { Frame, FrameAnswer } from './frames.ts';

export type CameraProblem = 'missing' | 'refused' | 'busy' | 'failed' | 'reader';

type Listeners = {
  readonly onReady: () => void;
  readonly onRead: (text: string) => void;
  readonly onProblem: (problem: CameraProblem) => void;
};

/** Between two pictures; a tablet has time for its other work. */
const FRAME_PAUSE_MS = 100;

const PICTURE: MediaStreamConstraints = {
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
  audio: false,
};

const PROBLEMS: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/**
 * Shows the camera in the video and reads codes from its pictures until the returned function is called. The worker
 * with the reader is loaded here and not before; no picture leaves the device.
 */
export function openCameraReader(video: HTMLVideoElement, listeners: Listeners): () => void {
  let isOpen = true;
  let close = () => {};
  const begin = async () => {
    const stream = await openStream();
    if (!isOpen) return stopStream(stream);
    const stopReading = readFrames(video, listeners);
    close = () => {
      stopReading();
      stopStream(stream);
      video.srcObject = null;
    };
    video.srcObject = stream;
    await video.play();
    if (isOpen) listeners.onReady();
  };
  begin().catch((thrown: unknown) => {
    if (!isOpen) return;
    close();
    listeners.onProblem(problemOf(thrown));
  });
  return () => {
    isOpen = false;
    close();
  };
}

/** The property is missing on pages that are not served by https. */
async function openStream(): Promise<MediaStream> {
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  if (devices === undefined) throw new DOMException('There is no camera.', 'NotFoundError');
  return devices.getUserMedia(PICTURE);
}

/** One picture at a time is read: the next one leaves when the answer is there. */
function readFrames(video: HTMLVideoElement, { onRead, onProblem }: Listeners): () => void {
  const worker = new Worker(new URL('./code-reader.worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  let last: SeenScan | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const sendFrame = () => {
    const frame = takeFrame(video, canvas);
    if (frame) worker.postMessage(frame, [frame.pixels]);
    else waitForFrame();
  };
  const waitForFrame = () => {
    timer = setTimeout(sendFrame, FRAME_PAUSE_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  const fail = () => {
    stop();
    onProblem('reader');
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FrameAnswer>) => {
    if (data.outcome === 'failed') return fail();
    if (data.text !== null) {
      const [text, at] = [normalizeScannedText(data.text), performance.now()];
      const isRepeated = isRepeatedScan(last, text, at);
      last = { text, at };
      if (!isRepeated) onRead(text);
    }
    waitForFrame();
  });
  worker.addEventListener('error', fail);
  waitForFrame();
  return stop;
}

/** Null until the camera delivers its first picture. */
function takeFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): Frame | null {
  const { videoWidth: width, videoHeight: height } = video;
  const context = width > 0 ? canvas.getContext('2d', { willReadFrequently: true }) : null;
  if (!context) return null;
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  context.drawImage(video, 0, 0, width, height);
  return { pixels: context.getImageData(0, 0, width, height).data.buffer, width, height };
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function problemOf(thrown: unknown): CameraProblem {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? String(thrown.name) : '';
  return PROBLEMS[name] ?? 'failed';
}
