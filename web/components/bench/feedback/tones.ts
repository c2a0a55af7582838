export type ScanTone = 'right' | 'wrong';

type Beep = { readonly hertz: number; readonly fromMs: number; readonly lastsMs: number };

/** One high tone or two low ones: their number tells them apart where the pitch is not heard. */
const BEEPS: Readonly<Record<ScanTone, readonly Beep[]>> = {
  right: [{ hertz: 1320, fromMs: 0, lastsMs: 130 }],
  wrong: [
    { hertz: 220, fromMs: 0, lastsMs: 180 },
    { hertz: 220, fromMs: 260, lastsMs: 180 },
  ],
};
const VIBRATIONS_MS: Readonly<Record<ScanTone, readonly number[]>> = { right: [60], wrong: [180, 80, 180] };
const VOLUME = 0.2;
/** A tone that begins or ends at once clicks. */
const RAMP_MS = 8;

let context: AudioContext | null = null;

/** Plays the tone and vibrates. A device without sound or vibration does nothing: the band says it too. */
export function signalScan(tone: ScanTone): void {
  vibrate(tone);
  playTone(tone).catch(() => undefined);
}

async function playTone(tone: ScanTone): Promise<void> {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers let a page sound after the first press of a key or a finger.
  if (context.state === 'suspended') await context.resume();
  for (const beep of BEEPS[tone]) playBeep(context, beep);
}

function playBeep(audio: AudioContext, { hertz, fromMs, lastsMs }: Beep): void {
  const from = audio.currentTime + fromMs / 1000;
  const until = from + lastsMs / 1000;
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  oscillator.frequency.value = hertz;
  gain.gain.setValueAtTime(0, from);
  gain.gain.linearRampToValueAtTime(VOLUME, from + RAMP_MS / 1000);
  gain.gain.setValueAtTime(VOLUME, until - RAMP_MS / 1000);
  gain.gain.linearRampToValueAtTime(0, until);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(from);
  oscillator.stop(until);
}

function vibrate(tone: ScanTone): void {
  try {
    // Safari has no such function.
    if ('vibrate' in navigator) navigator.vibrate([...VIBRATIONS_MS[tone]]);
  } catch {
    // A browser may forbid it inside a frame.
  }
}
