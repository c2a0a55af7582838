import { Loader } from '@mantine/core';
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import classes from './signing-end.module.css';

type Props = {
  tone: 'waiting' | 'done' | 'problem';
  /** The page's one h1. */
  title: string;
  /** What has come of it. */
  text: string;
  /** Where to go or whom to ask. In a frame the page around it says so. */
  children?: ReactNode;
};

/** A page that ends a signature: on its own, or small and plain inside the frame where the document was. */
export function SigningEnd({ tone, title, text, children }: Props) {
  const says = (
    <div className={classes.end} data-tone={tone}>
      <div aria-hidden>
        {tone === 'waiting' && <Loader />}
        {tone === 'done' && <IconCircleCheck size={72} stroke={1.4} />}
        {tone === 'problem' && <IconExclamationCircle size={72} stroke={1.4} />}
      </div>
      <p role={tone === 'problem' ? 'alert' : 'status'} className={classes.text}>
        {text}
      </p>
    </div>
  );
  if (isFramed()) {
    return (
      <main id="main" className={classes.framed}>
        <h1 className={classes.title}>{title}</h1>
        {says}
      </main>
    );
  }
  return (
    <FullScreenCard background={tone === 'problem' ? 'pinkRed' : 'purplePink'} title={title}>
      {says}
      {children && <div className={classes.more}>{children}</div>}
    </FullScreenCard>
  );
}

/** Shown inside another page. */
export function isFramed(): boolean {
  return window.self !== window.top;
}
