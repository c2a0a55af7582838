import classes from './documents.module.css';

export function PersonCell({ name, email }: { name: string; email: string }) {
  return (
    <span className={classes.person}>
      <span>{name}</span>
      <span className={classes.personEmail}>{email}</span>
    </span>
  );
}
