import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

type Budget = {
  /** Names the visitor in the build message. */
  name: string;
  /** The screen a visitor sees first; its chunk is loaded right after the entry. */
  firstScreen: RegExp;
  limitBytes: number;
};

/** Fails the build when the chunks of a visitor's first page exceed their size limit. */
export function bundleBudget(...budgets: readonly Budget[]): Plugin {
  return {
    name: 'bundle-budget',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file): [string, Chunk][] =>
          file.type === 'chunk' ? [[file.fileName, file]] : [],
        ),
      );
      for (const { name, firstScreen, limitBytes } of budgets) {
        const screens = [...chunks.values()].filter((chunk) =>
          chunk.moduleIds.some((module) => firstScreen.test(module)),
        );
        if (screens.length === 0) this.error(`${name}: there is no such screen.`);
        const entries = [...chunks.values()].filter((chunk) => chunk.isEntry);
        const loaded = [...closure([...entries, ...screens], chunks)];
        const bytes = loaded.reduce((sum, chunk) => sum + gzipSync(chunk.code).byteLength, 0);

        const figure = `First load of ${name}: ${kilobytes(bytes)} of JavaScript (gzip), limit ${kilobytes(limitBytes)}`;
        if (bytes > limitBytes) this.error(`${figure}\n${loaded.map(formatChunkLine).join('\n')}`);
        this.info(figure);
      }
    },
  };
}

/** Prints the size of a library that is loaded when it is used, and fails the build when every visitor gets it. */
export function loadedWhenUsed(name: string, library: RegExp): Plugin {
  return {
    name: `loaded-when-used-${name}`,
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file): [string, Chunk][] =>
          file.type === 'chunk' ? [[file.fileName, file]] : [],
        ),
      );
      const holders = [...chunks.values()].filter((chunk) => chunk.moduleIds.some((module) => library.test(module)));
      const first = closure(
        [...chunks.values()].filter((chunk) => chunk.isEntry),
        chunks,
      );
      if (holders.length === 0 || holders.some((chunk) => first.has(chunk))) {
        this.error(`The code of ${name} is not a file of its own that is loaded when it is used.`);
      }
      const bytes = holders.reduce((sum, chunk) => sum + gzipSync(chunk.code).byteLength, 0);
      this.info(`Loaded when used, ${name}: ${kilobytes(bytes)} of JavaScript (gzip)`);
    },
  };
}

type Chunk = { fileName: string; code: string; imports: string[]; moduleIds: string[]; isEntry: boolean };

/** These chunks and all chunks that they import statically. */
export function closure<C extends Pick<Chunk, 'imports'>>(starts: C[], chunks: Map<string, C>): Set<C> {
  const reached = new Set<C>();
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

function formatChunkLine(chunk: Chunk): string {
  return `  ${kilobytes(gzipSync(chunk.code).byteLength).padStart(9)}  ${chunk.fileName}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
