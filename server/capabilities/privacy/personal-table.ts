/**
 * What happens to the rows of a table when their person is erased. `erase_person` of the migrations does it, and the
 * test of an erasure searches every table afterwards.
 */
type Erasure = 'deleted' | 'overwritten' | 'kept by number' | 'kept sealed';

/** A table with rows about people. */
export type PersonalTable = {
  /** Columns with the id of the person whom the row is about. */
  readonly ids?: readonly string[];
  /** Columns with an email address of that person. */
  readonly emails?: readonly string[];
  /** A further condition, in which :person is the id and :emails the lower-case addresses. */
  readonly where?: string;
  /**
   * Columns that name a person whom the row is not about, and what that person may read of the row. `lists` are columns
   * with the ids of several people, which are never shown, because they name the others.
   */
  readonly named?: {
    readonly ids?: readonly string[];
    readonly lists?: readonly string[];
    readonly shown: readonly string[];
  };
  /** Columns that are not exported, because they are secrets or say nothing about the person. */
  readonly omitted?: readonly string[];
  readonly erasure: Erasure;
};

export type TableDecision = PersonalTable | { readonly notPersonal: string };
