/** A strike that has happened. */
export type Struck = {
  /** Repairs what was struck. */
  readonly repair: () => Promise<void>;
  /** The number of commits that a primary acknowledged while it was cut off. */
  readonly acknowledgedAlone: () => number;
  /** What must hold besides the comparison of all writes, asked after the repair. */
  readonly judge: () => Promise<Readonly<Record<string, boolean>>>;
};

export const harmless: Struck = { repair: async () => {}, acknowledgedAlone: () => 0, judge: async () => ({}) };
