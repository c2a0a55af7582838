import { Facts } from '../../ui/display/facts.tsx';
import classes from './user-facts.module.css';

type Props = {
  /** The name of the membership; '' if there is none. */
  membership: string;
  facts: readonly (readonly [label: string, value: string])[];
};

/** The read-only view of a user. Unknown values are N/A (3-administration 2.6). */
export function UserFacts({ membership, facts }: Props) {
  return (
    <>
      <h2 className={classes.title}>{membership || 'No Membership'}</h2>
      <Facts facts={facts.map(([label, value]) => [label, value || 'N/A'] as const)} />
    </>
  );
}
