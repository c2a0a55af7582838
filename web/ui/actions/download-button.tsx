import type { Route } from '@vialkeep/contract/kernel/route.ts';
import { type ReactNode, useState } from 'react';
import { type FileInput, fetchFile } from '../../kernel/api/api.ts';
import { failureOf } from '../../kernel/api/failure.ts';
import { download } from '../display/csv.ts';
import { useNotices } from '../feedback/notices.ts';
import { Button } from './button.tsx';

type Props<R extends Route> = { route: R; input: FileInput<R>; size?: 'sm' | 'xs'; children: ReactNode };

/** Downloads the file that a route answers, and says when it is there. */
export function DownloadButton<R extends Route>({ route, input, size, children }: Props<R>) {
  const notices = useNotices();
  const [isBusy, setBusy] = useState(false);

  async function downloadFile() {
    setBusy(true);
    try {
      const file = await fetchFile(route, input);
      download(file.name, file.content);
      notices.success(`${file.name} has been downloaded.`);
    } catch (thrown) {
      notices.error(failureOf(thrown).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size={size} busy={isBusy} busyText="Preparing the file" onClick={() => void downloadFile()}>
      {children}
    </Button>
  );
}
