import { exportAudit, verifyAudit } from '@vialkeep/contract/audit.ts';
import { useState } from 'react';
import { fetchFile } from '../../kernel/api/api.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { useCommand } from '../../kernel/api/query.ts';
import { Button } from '../../ui/actions/button.tsx';
import { download } from '../../ui/display/csv.ts';
import { formatCount } from '../../ui/display/formats.ts';
import { useNotices } from '../../ui/feedback/notices.ts';
import { auditTexts as texts } from './audit.texts.ts';

type Props = { filters: Readonly<Record<string, string | undefined>> };

/** Downloads the filtered changes, and recomputes the chains. */
export function AuditActions({ filters }: Props) {
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);
  const verify = useCommand(verifyAudit, {
    onDone: ({ first_break, audit_rows, custody_events, batches, seals }) => {
      if (first_break !== null) notices.error(first_break);
      else notices.success(texts.intact([audit_rows, custody_events, batches, seals].map(formatCount)));
    },
    onRefused: ({ message }) => notices.error(message),
  });

  async function downloadFile() {
    setBusy(true);
    try {
      const file = await fetchFile(exportAudit, { query: filters });
      download(file.name, file.content);
      notices.success(texts.downloaded(file.name));
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button busy={verify.busy} busyText={texts.verifying} onClick={() => void verify.run({})}>
        {texts.verify}
      </Button>
      <Button busy={isBusy} busyText={texts.downloading} onClick={() => void downloadFile()}>
        {texts.download}
      </Button>
    </>
  );
}
