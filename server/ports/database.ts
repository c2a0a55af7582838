/** A PostgreSQL database that answers, whoever runs it. */
export type Database = {
  /** Logs in as the role that owns the tables. */
  readonly ownerUrl: string;
  /** A sentence for the person who started the server. */
  readonly where: string;
  stop(): Promise<void>;
};
