/** A recorded request whose parts the tools change one by one. */
export type Recorded = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Includes the query; a star marks a part of the path that may be changed. */
  readonly path: string;
  /** The query or body parameters that take text. */
  readonly texts?: readonly string[];
  readonly token?: string;
  readonly body?: object;
};

/** A scanned server: the product, or the server with seeded vulnerabilities. The same command lines scan both. */
export type Target = {
  readonly name: 'product' | 'planted';
  readonly port: number;
  readonly tlsPort: number;
  /** The path of its API description. */
  readonly document: string;
  readonly requests: readonly Recorded[];
  readonly token: string;
  /** The folder for the output of the tools. */
  readonly folder: string;
};

/** One tool. It returns a line for each finding and throws if it could not run. */
export type Scanner = {
  readonly name: string;
  /** The version of the distribution's or npm's package. */
  readonly version: () => string;
  readonly findings: (target: Target) => Promise<readonly string[]>;
  /** The findings required on the vulnerable server; each must match one. */
  readonly planted: readonly RegExp[];
  /** Known findings on the product that are not vulnerabilities, each with the reason. */
  readonly explained: readonly (readonly [finding: RegExp, why: string])[];
};
