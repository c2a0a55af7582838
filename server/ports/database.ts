/** A running PostgreSQL database, embedded or external. */
export type Database = {
  /** The address of the role that owns the tables. */
  readonly ownerUrl: string;
  /** A sentence for the operator who started the server. */
  readonly where: string;
  stop(): Promise<void>;
};
