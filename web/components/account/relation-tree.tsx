import classes from './relation-tree.module.css';

export type Relation = {
  /** The party's role: 'Sales Rep'. */
  label: string;
  /** The party's name; null is shown as not set. */
  name: string | null;
  id?: number | null;
  note?: string;
  children?: readonly Relation[];
};

type Props = {
  /** The accessible name of the tree: 'Relations of North Clinic'. */
  label: string;
  relations: readonly Relation[];
};

/** Shows each party indented under the one that it belongs to. */
export function RelationTree({ label, relations }: Props) {
  return <Branch label={label} relations={relations} />;
}

function Branch({ label, relations }: { label?: string; relations: readonly Relation[] }) {
  return (
    <ul className={classes.branch} aria-label={label}>
      {relations.map((relation) => (
        <li key={`${relation.label} ${relation.id ?? relation.name ?? ''}`} className={classes.node}>
          <div className={classes.party}>
            <span className={classes.label}>{relation.label}: </span>
            {relation.name ? (
              <span className={classes.name}>
                {relation.id !== undefined && relation.id !== null && (
                  <span className="tabular">#{relation.id} · </span>
                )}
                {relation.name}
              </span>
            ) : (
              <span className={classes.empty}>No Assigned</span>
            )}
            {relation.note && <span className={classes.note}> {relation.note}</span>}
          </div>
          {relation.children && relation.children.length > 0 && <Branch relations={relation.children} />}
        </li>
      ))}
    </ul>
  );
}
