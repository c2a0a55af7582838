/** A request as it was recorded, for tools that change one part of it after the other. */
export type Recorded = {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With its query; a star stands behind a part of the path that may be changed. */
  readonly path: string;
  /** The parts of the query or of the body that take text. */
  readonly texts?: readonly string[];
  readonly token?: string;
  readonly body?: object;
};

/** What is scanned: the product, or the server with planted holes. Both are scanned by the same command lines. */
export type Target = {
  readonly name: 'product' | 'planted';
  readonly port: number;
  readonly tlsPort: number;
  /** Where its description for programs lies. */
  readonly document: string;
  readonly requests: readonly Recorded[];
  readonly token: string;
  /** For what the tools leave behind. */
  readonly folder: string;
};

/** One tool: what it says of a target, a line for each finding, or it throws because it could not do its work. */
export type Scanner = {
  readonly name: string;
  /** Of a distribution's package or of npm, with its version. */
  readonly version: () => string;
  readonly findings: (target: Target) => Promise<readonly string[]>;
  /** What it must find on the planted side; each of these in some finding. */
  readonly planted: readonly RegExp[];
  /** What it says of the product that is no hole, and why not. */
  readonly explained: readonly (readonly [finding: RegExp, why: string])[];
};
