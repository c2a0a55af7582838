import classes from './documents.module.css';

/** Somebody by name, with the e-mail below. */
export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <span className={classes.person}>
      <span>{name}</span>
      <span className={classes.personEmail}>{email}</span>
    </span>
  );
}
