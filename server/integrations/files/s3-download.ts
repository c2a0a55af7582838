import { Readable } from 'node:stream';
import { StorageUnavailable } from '../../ports/files.ts';

/** Ends with the last byte or with an error: a truncated file must not look complete. */
export function download(body: ReadableStream<Uint8Array>, length: number, idle: number): Readable {
  const reader = body.getReader();
  let left = length;

  return new Readable({
    read() {
      readWithin(reader, idle).then(
        ({ done, value }) => {
          left -= value?.length ?? 0;
          if (!done) this.push(value);
          else if (left === 0) this.push(null);
          else this.destroy(new StorageUnavailable('The file store did not send the whole file.'));
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      reader.cancel().then(
        () => done(error),
        () => done(error),
      );
    },
  });
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, idle: number) {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageUnavailable('The file store fell silent within a file.')), idle);
  });
  const chunk = reader.read().catch(() => {
    throw new StorageUnavailable('The file store broke off within a file.');
  });
  try {
    return await Promise.race([chunk, silence]);
  } finally {
    clearTimeout(timer);
  }
}
