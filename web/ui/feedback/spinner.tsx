import { Loader } from '@mantine/core';
import classes from './spinner.module.css';

/** That something is on its way, where nothing can be said of its shape. */
export function Spinner() {
  return (
    <div className={classes.spinner} aria-hidden="true">
      <Loader type="oval" size="md" />
    </div>
  );
}
