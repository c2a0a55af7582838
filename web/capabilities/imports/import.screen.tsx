import { type Import, readImport } from '@vialkeep/contract/imports.ts';
import { useApi } from '../../kernel/api/query.ts';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { linkTo } from '../../kernel/navigation/link-to.ts';
import { usePathParams } from '../../kernel/navigation/use-path-params.ts';
import { IMPORT_CHECK_MS } from '../../kernel/timings.ts';
import { LinkButton } from '../../ui/actions/link.tsx';
import { StatusPill } from '../../ui/display/status-pill.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { AfterwardsStep } from './afterwards/afterwards-step.tsx';
import { ApplyStep } from './apply-step.tsx';
import { CheckStep } from './check/check-step.tsx';
import { ColumnsStep } from './columns/columns-step.tsx';
import { DiscardImport } from './discard-import.tsx';
import { FilesStep } from './files/files-step.tsx';
import { isBusy, stateTones, stepsOf } from './import-labels.ts';
import classes from './imports.module.css';
import { importsTexts } from './imports.texts.ts';

const texts = importsTexts.one;

/** One import with its five steps. Where it stands is the server's state, so a reload or another tab shows the same. */
export function ImportScreen() {
  const { id = '' } = usePathParams(addresses.oneImport);
  return <OneImport key={id} id={id} />;
}

function OneImport({ id }: { id: string }) {
  const known = useApi(readImport, { params: { id } });
  const state = known.data?.state;
  // The same answer as above, asked for again while the server works.
  useApi(readImport, { params: { id } }, { everyMs: IMPORT_CHECK_MS, enabled: state !== undefined && isBusy(state) });
  return (
    <Screen
      title={known.data?.name ?? importsTexts.title}
      status={known.data && <Status of={known.data} />}
      actions={
        <>
          {known.data?.may.includes('discard') && <DiscardImport of={known.data} />}
          <LinkButton to={linkTo(addresses.imports)}>{importsTexts.all}</LinkButton>
        </>
      }
    >
      <Loaded query={known} loading={texts.loading} failed={texts.failed}>
        {(shown) => <Steps of={shown} />}
      </Loaded>
    </Screen>
  );
}

function Status({ of }: { of: Import }) {
  return (
    <span className={classes.status}>
      <StatusPill tone={stateTones[of.state]}>{importsTexts.states[of.state]}</StatusPill>
      <span>{texts.into(of.domain.name)}</span>
    </span>
  );
}

function Steps({ of }: { of: Import }) {
  const steps = stepsOf(of);
  return (
    <>
      {of.state === 'discarded' && <p>{texts.isDiscarded}</p>}
      <FilesStep of={of} state={steps.files} />
      <ColumnsStep of={of} state={steps.columns} />
      <CheckStep of={of} state={steps.check} />
      <ApplyStep of={of} state={steps.apply} />
      <AfterwardsStep of={of} state={steps.afterwards} />
    </>
  );
}
