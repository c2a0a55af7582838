import { Loader } from '@mantine/core';
import classes from './spinner.module.css';

/** A loading indicator for content of unknown shape. */
export function Spinner() {
  return (
    <div className={classes.spinner} aria-hidden="true">
      <Loader type="oval" size="md" />
    </div>
  );
}
