export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** Reads the samples of a text in the format of Prometheus. */
export function parseFigures(text: string): Sample[] {
  return text
    .split('\n')
    .filter((row) => row !== '' && !row.startsWith('#'))
    .map((row) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(row) ?? [];
      if (name === '') throw new Error(`This is no sample: ${row}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', word = '']) => [key, word]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });
}

/** The sum of the samples of this name that have these labels; undefined when there is none. */
export function sumOf(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const those = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, word]) => sample.labels[key] === word),
  );
  return those.length === 0 ? undefined : those.reduce((sum, { value }) => sum + value, 0);
}
