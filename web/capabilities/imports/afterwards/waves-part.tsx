import { type ImportWave, readImportWaves, stopImportWave } from '@vialkeep/contract/import-afterwards.ts';
import type { Import } from '@vialkeep/contract/imports.ts';
import { planNames } from '@vialkeep/contract/plans.ts';
import { refresh, useApi, useCommand } from '../../../kernel/api/query.ts';
import { WAVE_CHECK_MS } from '../../../kernel/timings.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { formatCount, formatDateTime } from '../../../ui/display/formats.ts';
import { StatusPill, type StatusTone } from '../../../ui/display/status-pill.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { useNotices } from '../../../ui/feedback/notices.ts';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import classes from '../imports.module.css';
import { importsTexts } from '../imports.texts.ts';
import { WaveForm } from './wave.form.tsx';
import waveClasses from './waves.module.css';

const texts = importsTexts.waves;

const tones = {
  waiting: 'waiting',
  running: 'moving',
  finished: 'done',
  stopped: 'none',
  stopped_itself: 'failed',
} as const satisfies Record<ImportWave['state'], StatusTone>;

/** Invites the imported people, so many an hour. */
export function WavesPart({ of }: { of: Import }) {
  const about = { params: { id: of.id } };
  const waves = useApi(readImportWaves, about);
  const running = waves.data?.waves.find(({ state }) => state === 'waiting' || state === 'running');
  useApi(readImportWaves, about, { everyMs: WAVE_CHECK_MS, enabled: running !== undefined });
  return (
    <section className={classes.part} aria-label={texts.title}>
      <h3 className={classes.partTitle}>{texts.title}</h3>
      <p className={classes.note}>{texts.note}</p>
      <Loaded query={waves} loading={texts.loading} failed={texts.failed}>
        {(known) => (
          <>
            {known.waves.length > 0 && <p className={waveClasses.total}>{texts.sums(known)}</p>}
            {running ? <Stop of={of} /> : <WaveForm of={of} />}
            {known.waves.some(({ state }) => state === 'stopped_itself') && (
              <WarningNote>{texts.stoppedItself}</WarningNote>
            )}
            {known.waves.length > 0 && <WaveList waves={known.waves} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Stop({ of }: { of: Import }) {
  const notices = useNotices();
  const command = useCommand(stopImportWave, {
    refreshes: [readImportWaves],
    onDone: () => notices.success(texts.stopped),
    onRefused: ({ message }) => {
      notices.error(message);
      void refresh([readImportWaves]);
    },
  });
  return (
    <div>
      <Button busy={command.busy} onClick={() => void command.run({ params: { id: of.id } })}>
        {texts.stop}
      </Button>
    </div>
  );
}

function WaveList({ waves }: { waves: readonly ImportWave[] }) {
  return (
    <ul className={waveClasses.waves} aria-label={texts.list}>
      {waves.map((wave) => (
        <li key={wave.id} className={waveClasses.wave}>
          <StatusPill tone={tones[wave.state]}>{texts.states[wave.state]}</StatusPill>
          <span className={waveClasses.what}>
            {wave.plans.map((plan) => planNames[plan]).join(', ')} · {texts.anHour(wave.per_hour)} ·{' '}
            {formatDateTime(wave.starts_at)}
          </span>
          <span className={waveClasses.sums}>
            {formatCount(wave.invited)} {texts.invited} · {formatCount(wave.waiting)} {texts.waiting} ·{' '}
            {formatCount(wave.refused)} {texts.refused}
          </span>
        </li>
      ))}
    </ul>
  );
}
