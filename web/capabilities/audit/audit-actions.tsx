import { exportAudit, verifyAudit } from '@vialkeep/contract/audit.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { DownloadButton } from '../../ui/actions/download-button.tsx';
import { formatCount } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { auditTexts as texts } from './audit.texts.ts';

type Props = { filters: Readonly<Record<string, string | undefined>> };

/** Downloads the filtered changes, and recomputes the chains. */
export function AuditActions({ filters }: Props) {
  const notices = useNotices();
  const verify = useCommand(verifyAudit, {
    onDone: ({ first_break, audit_rows, custody_events, batches, seals }) => {
      if (first_break !== null) notices.error(first_break);
      else notices.success(texts.intact([audit_rows, custody_events, batches, seals].map(formatCount)));
    },
    onRefused: ({ message }) => notices.error(message),
  });

  return (
    <>
      <Button busy={verify.busy} busyText={texts.verifying} onClick={() => void verify.run({})}>
        {texts.verify}
      </Button>
      <DownloadButton route={exportAudit} input={{ query: filters }}>
        {texts.download}
      </DownloadButton>
    </>
  );
}
