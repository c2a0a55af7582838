import pg from 'pg';

/** Returns the texts of all statements that this process sends while the task runs, on every connection. */
export async function sentStatements(task: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  // @NOTE below every client and pool, where pg's types end: each Bind is one statement, however many share a round trip.
  const wire = pg.Connection.prototype as unknown as Wire;
  const { query, parse, bind } = wire;
  let unnamed = '';
  wire.query = function countSimple(text) {
    texts.push(text);
    query.call(this, text);
  };
  wire.parse = function keepUnnamed(config) {
    if (!config.name) unnamed = config.text;
    parse.call(this, config);
  };
  wire.bind = function countBound(config) {
    const { statement: name = '' } = config;
    texts.push(this.parsedStatements[name] ?? this.submittedNamedStatements[name] ?? unnamed);
    bind.call(this, config);
  };
  try {
    await task();
  } finally {
    Object.assign(wire, { query, parse, bind });
  }
  return texts;
}

type Wire = {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  query: (this: Wire, text: string) => void;
  parse: (this: Wire, config: { readonly name?: string; readonly text: string }) => void;
  bind: (this: Wire, config: { readonly statement?: string }) => void;
};
