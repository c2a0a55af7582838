import { exportTransactionsCsv, exportTransactionsXlsx } from '@vialkeep/contract/transactions.ts';
import { useState } from 'react';
import { fetchFile } from '../../../kernel/api/api.ts';
import { failureOf } from '../../../kernel/api/failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { download } from '../../../ui/display/csv.ts';
import { formatFileSize } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import classes from '../transactions.module.css';
import { transactionsTexts } from '../transactions.texts.ts';

const texts = transactionsTexts.files;

const kinds = { csv: exportTransactionsCsv, xlsx: exportTransactionsXlsx };
type Kind = keyof typeof kinds;

type Props = { filters: Readonly<Record<string, string | undefined>>; count: string; isEmpty: boolean };

/** The server streams the files of the filtered rows while it creates them (F142). */
export function ReportFiles({ filters, count, isEmpty }: Props) {
  const notices = useNotices();
  const [running, setRunning] = useState<Kind | null>(null);
  const [received, setReceived] = useState(0);

  async function fetchAll(kind: Kind) {
    setRunning(kind);
    setReceived(0);
    try {
      const file = await fetchFile(kinds[kind], { query: { offset: '0', ...filters }, onReceived: setReceived });
      download(file.name, file.content);
      notices.success(texts.done(file.name));
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
    } finally {
      setRunning(null);
    }
  }

  const button = (kind: Kind) => (
    <Button
      size="xs"
      busy={running === kind}
      busyText={texts.processing}
      disabled={running !== null || isEmpty}
      onClick={() => void fetchAll(kind)}
    >
      {texts[kind]}
    </Button>
  );
  return (
    <section className={classes.files} aria-label={texts.title}>
      <h2 className={classes.filesTitle}>{texts.title}</h2>
      <div className={classes.filesChoices}>
        {button('csv')}
        {button('xlsx')}
        <span className={classes.filesHolds} role="status">
          {running !== null && received > 0 ? texts.received(formatFileSize(received)) : texts.holds(count)}
        </span>
      </div>
    </section>
  );
}
