import { IconAlertTriangle, IconArchive, IconBan, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react';
import { readTimestampAuthority } from '@vialkeep/contract/document-timestamps.ts';
import type { verifyCode } from '@vialkeep/contract/documents.ts';
import type { Answer } from '@vialkeep/contract/kernel/route.ts';
import { useEffect, useRef } from 'react';
import { DownloadLink } from '../../../ui/actions/link.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { formatDateTime, formatDay } from '../../../ui/display/formats.ts';
import { signingTexts } from '../signing.texts.ts';
import classes from './verify.module.css';

const texts = signingTexts.verify;

type Verified = Answer<typeof verifyCode>;

/** What was checked, and the answer: a file can be proven unaltered, a code only known. */
export type Checked = { by: 'file' | 'code'; answer: Verified };

const icons = {
  unaltered: IconCircleCheck,
  filed: IconArchive,
  withdrawn: IconBan,
  altered: IconAlertTriangle,
  not_ours: IconHelpCircle,
};

export function VerifyResult({ checked }: { checked: Checked }) {
  const { verdict, kind, signed_at, site, supplement_of, timestamp } = checked.answer;
  const { title, more } = formatVerdict(checked);
  const Icon = icons[verdict];
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.result} data-verdict={verdict} aria-labelledby="verdict">
      <Icon size={40} stroke={1.6} aria-hidden />
      <div className={classes.words}>
        <h2 id="verdict" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{more}</p>
        <Facts
          facts={[
            [texts.kind, kind],
            [texts.signedAt, formatDateTime(signed_at)],
            [texts.site, site],
            [texts.supplementOf, supplement_of ?? null],
            [texts.stampedAt, timestamp ? formatStamp(timestamp) : null],
          ]}
        />
        {timestamp && <StampFiles stamp={timestamp} />}
      </div>
    </section>
  );
}

type Stamp = NonNullable<Verified['timestamp']>;

function formatStamp({ at, by, own }: Stamp): string {
  return texts.stamped(formatDateTime(at), own ? texts.ownClock : by);
}

/** A stamp of the installation's own authority can be checked only with its certificate. */
function StampFiles({ stamp }: { stamp: Stamp }) {
  return (
    <div className={classes.stamp}>
      <p>{stamp.own ? texts.ownStampHelp : texts.stampHelp}</p>
      <ul>
        <li>
          <DownloadLink href={stamp.url}>{texts.stamp}</DownloadLink>
        </li>
        {stamp.own && (
          <li>
            <DownloadLink href={readTimestampAuthority.path}>{texts.authority}</DownloadLink>
          </li>
        )}
      </ul>
    </div>
  );
}

function formatVerdict({ by, answer }: Checked): { title: string; more: string } {
  const { verdict, filed_at, withdrawn_at, supplement_of } = answer;
  if (verdict === 'filed') return { title: texts.filed, more: texts.filedMore(formatDay(filed_at)) };
  if (verdict === 'withdrawn') return { title: texts.withdrawn, more: texts.withdrawnMore(formatDay(withdrawn_at)) };
  if (verdict === 'unaltered' && supplement_of) return { title: texts.supplement, more: texts.supplementMore };
  if (verdict === 'altered') return { title: texts.altered, more: texts.alteredMore };
  if (verdict === 'not_ours') {
    return { title: texts.unknown, more: by === 'file' ? texts.unknownFile : texts.unknownCode };
  }
  return by === 'file'
    ? { title: texts.genuine, more: texts.genuineMore }
    : { title: texts.known, more: texts.knownMore };
}
