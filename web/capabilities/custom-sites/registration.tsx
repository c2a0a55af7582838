import type { CustomSite } from '@vialkeep/contract/custom-sites.ts';
import { useState } from 'react';
import { Checklist, useProgress } from './checklist.tsx';
import { DnsRecord } from './dns-record.tsx';
import { Live } from './live.tsx';
import { MissingParts } from './missing-parts.tsx';
import type { Typed } from './next-step.ts';
import { type Stuck, useSteps } from './use-steps.ts';

type Props = {
  site: CustomSite;
  /** Input typed in this tab; null if a registration is resumed. */
  typed: Typed | null;
};

/** One registration, at any step. */
export function Registration({ site, typed: given }: Props) {
  const [typed, setTyped] = useState<Typed>(given ?? {});
  const { under, stuck, tryAgain, check } = useSteps(site, typed);
  const progress = useProgress(site, given !== null);
  const needsTyping = (!site.configured && typed.logo === undefined) || needsAdmin(site, typed) || wasRefused(stuck);

  return (
    <>
      <Checklist
        site={site}
        progress={progress}
        waits={needsTyping || (progress.server && !site.up)}
        stuck={stuck}
        onTryAgain={wasRefused(stuck) ? null : tryAgain}
      />
      {needsTyping && (
        <MissingParts
          site={site}
          typed={typed}
          onTyped={(more) => {
            setTyped({ ...typed, ...more });
            tryAgain();
          }}
        />
      )}
      {progress.site && progress.email && progress.admin && progress.server && (
        <DnsRecord site={site} checking={under === 'check'} onCheck={() => void check()} />
      )}
      <Live site={site} certified={progress.certified} stuck={stuck} />
    </>
  );
}

function needsAdmin(site: CustomSite, typed: Typed): boolean {
  return site.configured && site.admin_email === null && typed.password === undefined;
}

/** The server refused the input, so it must change; a lost connection does not count. */
function wasRefused(stuck: Stuck | null): boolean {
  if (stuck?.at !== 'configure' && stuck?.at !== 'admin') return false;
  return 'status' in stuck.why && stuck.why.status < 500;
}
