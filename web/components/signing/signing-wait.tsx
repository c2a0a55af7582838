import { Loader } from '@mantine/core';
import classes from './signing.module.css';

/** The placeholder of the frame while the signing link is requested. The line below says so in words. */
export function SigningWait() {
  return (
    <div className={classes.waiting}>
      <Loader aria-hidden />
    </div>
  );
}
