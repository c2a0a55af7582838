import type { Answer, Route } from '@vialkeep/contract/kernel/route.ts';
import { useRef, useState } from 'react';
import { type CallInput, call, type Sent } from '../../../kernel/api/api.ts';
import { failureOf } from '../../../kernel/api/failure.ts';
import { fileProblem, HEAD_BYTES } from './file-types.ts';

export type UploadState =
  | { step: 'empty' }
  | { step: 'refused'; name: string; problem: string }
  | { step: 'sending'; name: string; size: number; percent: number }
  | { step: 'done'; name: string; size: number };

/** Uploads one file to a route and reports the progress. */
export function useUpload<R extends Route>(
  route: R,
  input: Sent<R>,
  onUploaded: (answer: Answer<R>, file: File) => void,
) {
  const [state, setState] = useState<UploadState>({ step: 'empty' });
  const running = useRef<AbortController | null>(null);

  async function send(file: File) {
    running.current?.abort();
    const { name, size } = file;
    const problem = route.upload && fileProblem(route.upload, { size, head: await headOf(file) });
    if (problem) return setState({ step: 'refused', name, problem });

    const abort = new AbortController();
    running.current = abort;
    setState({ step: 'sending', name, size, percent: 0 });
    const onProgress = (percent: number) => setState({ step: 'sending', name, size, percent });
    try {
      // @NOTE adding a file keeps the type of a generic input; TypeScript cannot spread an unknown generic.
      const answer = await call(route, { ...input, file, signal: abort.signal, onProgress } as CallInput<R>);
      setState({ step: 'done', name, size });
      onUploaded(answer, file);
    } catch (thrown) {
      if (running.current !== abort) return;
      setState(
        abort.signal.aborted ? { step: 'empty' } : { step: 'refused', name, problem: failureOf(thrown).message },
      );
    }
  }

  return { state, send, cancel: () => running.current?.abort() };
}

async function headOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
}
