import { Facts } from '../../ui/display/facts.tsx';
import classes from './user-facts.module.css';

type Props = {
  /** The name of the membership; '' where there is none. */
  membership: string;
  facts: readonly (readonly [label: string, value: string])[];
};

/** 3-administration 2.6: a user to be read and not changed. What is not known is N/A. */
export function UserFacts({ membership, facts }: Props) {
  return (
    <>
      <h2 className={classes.title}>{membership || 'No Membership'}</h2>
      <Facts facts={facts.map(([label, value]) => [label, value || 'N/A'] as const)} />
    </>
  );
}
