import { IconAlertCircle, IconCheck, IconCircleDashed } from '@tabler/icons-react';
import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import { SITE_CERTIFICATE_MS, SITE_STEP_MS } from '../../kernel/timings.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import classes from './custom-sites.module.css';
import { customSitesTexts } from './custom-sites.texts.ts';
import { useSettled } from './use-settled.ts';
import type { Stuck } from './use-steps.ts';

const texts = customSitesTexts.steps;

type State = 'done' | 'current' | 'ahead' | 'stuck';

type Props = {
  site: CustomSite;
  progress: Progress;
  /** The next step needs user input or a DNS change; no call is running. */
  waits: boolean;
  stuck: Stuck | null;
  /** Null if a retry would be refused again. */
  onTryAgain: (() => void) | null;
};

/** Shows the finished and the remaining steps (F157). */
export function Checklist({ site, progress, waits, stuck, onTryAgain }: Props) {
  const is = (isDone: boolean, ...names: Stuck['at'][]): State => {
    if (isDone) return 'done';
    if (stuck && names.includes(stuck.at)) return 'stuck';
    return 'ahead';
  };
  const steps = [
    { name: 'site', words: texts.site, state: is(progress.site) },
    { name: 'email', words: texts.email, state: is(progress.email, 'configure') },
    { name: 'admin', words: texts.admin, state: is(progress.admin, 'admin') },
    { name: 'server', words: texts.server, state: is(progress.server, 'folder', 'file') },
    { name: 'ssl', words: `${texts.ssl} ${sslWords(site, progress)}`, state: is(progress.certified, 'certificate') },
  ];
  const current = steps.findIndex(({ state }) => state !== 'done');

  return (
    <Card title={site.name} note={site.url}>
      <ol className={classes.steps} aria-label={texts.label}>
        {steps.map(({ name, words, state }, at) => (
          <StepLine
            key={name}
            words={words}
            state={state === 'ahead' && at === current && !waits ? 'current' : state}
          />
        ))}
      </ol>
      {stuck && (
        <div className={classes.stuck} role="alert">
          <span>{formatStuckReason(stuck)}</span>
          {onTryAgain && (
            <Button size="xs" onClick={onTryAgain}>
              {customSitesTexts.tryAgain}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

export type Progress = Readonly<Record<'site' | 'email' | 'admin' | 'server' | 'certified', boolean>>;

/** Each tick appears about 4 s after its call; steps of an earlier visit are ticked at once (section 4). */
export function useProgress(site: CustomSite, isNew: boolean): Progress {
  const siteSettled = useSettled(true, SITE_STEP_MS, !isNew);
  const email = useSettled(site.configured, SITE_STEP_MS);
  const admin = useSettled(site.admin_email !== null, SITE_STEP_MS);
  const server = useSettled(site.folder_created && site.domain_file_created, SITE_STEP_MS);
  const certified = useSettled(site.certified, SITE_CERTIFICATE_MS);
  return { site: siteSettled, email, admin, server, certified };
}

function sslWords(site: CustomSite, { certified }: Progress): string {
  if (certified) return texts.sslDone;
  return site.up ? texts.sslWorks : texts.sslWaits;
}

function formatStuckReason({ why }: Stuck): string {
  const said = 'errorMessage' in why ? why.errorMessage : '';
  return said === '' ? why.message : `${why.message} ${said}`;
}

function StepLine({ words, state }: { words: string; state: State }) {
  return (
    <li className={classes.step} data-state={state}>
      <span className={classes.mark}>
        {state === 'done' && <IconCheck size={16} stroke={2.2} aria-hidden />}
        {state === 'current' && <span className={classes.turning} aria-hidden />}
        {state === 'ahead' && <IconCircleDashed size={16} stroke={1.8} aria-hidden />}
        {state === 'stuck' && <IconAlertCircle size={16} stroke={2} aria-hidden />}
      </span>
      <span>
        {words}
        <span className="visually-hidden">, {texts[state]}</span>
      </span>
    </li>
  );
}
