import { exportUsers, type ListedUser } from '@vialkeep/contract/users.ts';
import { userCsvColumns } from '@vialkeep/contract/users-csv.ts';
import { useState } from 'react';
import { fetchFile } from '../../../kernel/api/api.ts';
import { failureOf } from '../../../kernel/api/failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { csv, download } from '../../../ui/display/csv.ts';
import { formatCount, formatFileSize } from '../../../ui/display/formats.ts';
import { useNotices } from '../../../ui/feedback/notices.ts';
import classes from '../users.module.css';
import { usersTexts } from '../users.texts.ts';

const texts = usersTexts.export;

type Props = {
  page: readonly ListedUser[];
  /** The number of filtered users, as the list formats it. */
  count: string;
  filters: Readonly<Record<string, string | undefined>>;
};

/** The browser creates the file of the current page; the server streams the file of all users (F138, V-02). */
export function UsersExport({ page, count, filters }: Props) {
  const notices = useNotices();
  const [received, setReceived] = useState<number | null>(null);

  async function downloadAll() {
    setReceived(0);
    try {
      const file = await fetchFile(exportUsers, { query: filters, onReceived: setReceived });
      download(file.name, file.content);
      notices.success(texts.done(file.name));
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
    } finally {
      setReceived(null);
    }
  }

  const isBusy = received !== null;
  return (
    <section className={classes.export} aria-label={texts.title}>
      <h3 className={classes.exportTitle}>{texts.title}</h3>
      <div className={classes.exportChoices}>
        <Button size="xs" disabled={page.length === 0} onClick={() => exportUsersOf(page)}>
          {texts.page}
        </Button>
        <span className={classes.exportHolds}>{texts.pageHolds(formatCount(page.length))}</span>
        <Button
          size="xs"
          busy={isBusy}
          busyText={texts.processing}
          disabled={page.length === 0}
          onClick={() => void downloadAll()}
        >
          {texts.everything}
        </Button>
        <span className={classes.exportHolds}>
          {isBusy && received > 0 ? texts.received(formatFileSize(received)) : texts.everythingHolds(count)}
        </span>
      </div>
    </section>
  );
}

/** Downloads a file of these users (U-41). */
export function exportUsersOf(users: readonly ListedUser[]): void {
  const header = userCsvColumns.map(([name]) => name);
  const rows = users.map((user) => userCsvColumns.map(([, cell]) => cell(user)));
  download(`userList-${new Date().toISOString()}.csv`, csv(header, rows));
}
