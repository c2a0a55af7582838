import { Loader } from '@mantine/core';
import { IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FullScreenCard } from '../../ui/overlays/full-screen-card.tsx';
import classes from './signing-end.module.css';

type Props = {
  tone: 'waiting' | 'done' | 'problem';
  /** The page's only h1. */
  title: string;
  /** The outcome. */
  text: string;
  /** Links and contacts. In a frame the surrounding page shows them. */
  children?: ReactNode;
};

/** The last page of a signing: a full page, or a compact text inside the signing frame. */
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

/** Whether this page is shown in a frame. */
export function isFramed(): boolean {
  return window.self !== window.top;
}
