import { Component, type ReactNode } from 'react';
import * as addresses from '../../kernel/navigation/addresses.ts';
import { site } from '../../kernel/site.ts';
import { Button } from '../actions/button.tsx';
import { FullScreenCard } from '../overlays/full-screen-card.tsx';
import { crashId } from './crash-id.ts';
import classes from './crash-screen.module.css';

/** Replaces a page after an unexpected error. */
export function CrashScreen({ error }: { error: unknown }) {
  const id = crashId(error, site.version);
  return (
    <FullScreenCard
      background="pinkRed"
      title="Something went wrong"
      lead="The page could not go on. Nothing you saved before is lost."
    >
      <p className={classes.id}>
        If it happens again, quote this id: <strong>{id}</strong>
      </p>
      <div className={classes.actions}>
        <Button kind="primary" onClick={() => location.reload()}>
          Reload
        </Button>
        <Button onClick={() => location.assign(addresses.dashboard)}>Dashboard</Button>
      </div>
    </FullScreenCard>
  );
}

type State = { error: unknown; failed: boolean };

/** Wraps the whole app, for errors outside the router's error boundary. */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown): State {
    return { error, failed: true };
  }

  override render() {
    return this.state.failed ? <CrashScreen error={this.state.error} /> : this.props.children;
  }
}
