import classes from './code-sample.module.css';

type Props = { label: string; children: string };

/** Lines of a program; they can be scrolled by keyboard. */
export function CodeSample({ label, children }: Props) {
  return (
    <pre className={classes.sample} tabIndex={0} aria-label={label} role="region">
      <code>{children}</code>
    </pre>
  );
}
