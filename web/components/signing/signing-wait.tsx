import { Loader } from '@mantine/core';
import classes from './signing.module.css';

/** Where the document will stand, while its address is asked for. The line below says so in words. */
export function SigningWait() {
  return (
    <div className={classes.waiting}>
      <Loader aria-hidden />
    </div>
  );
}
