import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Budget = {
  /** The screen a visitor sees first; its chunk is loaded right after the entry. */
  firstScreen: string;
  limitBytes: number;
};

/** Fails the build when what the first page loads grows over its limit. */
export function bundleBudget({ firstScreen, limitBytes }: Budget): Plugin {
  return {
    name: 'bundle-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file): [string, Chunk][] =>
          file.type === 'chunk' ? [[file.fileName, file]] : [],
        ),
      );
      const starts = [...chunks.values()].filter((chunk) => chunk.isEntry || chunk.moduleIds.some(isFirstScreen));
      const loaded = [...closure(starts, chunks)];
      const bytes = loaded.reduce((sum, chunk) => sum + gzipSync(chunk.code).byteLength, 0);

      const figure = `First load of the login page: ${kilobytes(bytes)} of JavaScript (gzip), limit ${kilobytes(limitBytes)}`;
      if (bytes > limitBytes) this.error(`${figure}\n${loaded.map(line).join('\n')}`);
      this.info(figure);
    },
  };

  function isFirstScreen(moduleId: string): boolean {
    return moduleId.replaceAll('\\', '/').endsWith(`/web/${firstScreen}`);
  }
}

type Chunk = { fileName: string; code: string; imports: string[]; moduleIds: string[]; isEntry: boolean };

/** These chunks and everything they import before they can run. */
function closure(starts: Chunk[], chunks: Map<string, Chunk>): Set<Chunk> {
  const reached = new Set<Chunk>();
  const waiting = [...starts];
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (reached.has(chunk)) continue;
    reached.add(chunk);
    for (const name of chunk.imports) {
      const imported = chunks.get(name);
      if (imported) waiting.push(imported);
    }
  }
  return reached;
}

function line(chunk: Chunk): string {
  return `  ${kilobytes(gzipSync(chunk.code).byteLength).padStart(9)}  ${chunk.fileName}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
