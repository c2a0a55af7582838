import type { Figures } from '../kernel/figures/figures.ts';
import type { PlaceAnswer, PlaceRequest } from './shared-places.ts';

/** What a worker needs to know to serve its share of the calls. */
export type Assignment = {
  readonly ownerUrl: string;
  readonly runtimeUrl: string;
  /** The number of workers, and which of them this is, counted from 0. */
  readonly workers: number;
  readonly place: number;
  /** Whether this worker queues the jobs that finish what a killed server began. */
  readonly queuesStartJobs: boolean;
};

export type FiguresRequest = { readonly kind: 'read-figures'; readonly id: number };
/** Null while the worker starts. */
export type FiguresAnswer = { readonly kind: 'figures'; readonly id: number; readonly figures: Figures | null };

export type ToWorker =
  /** Comes with the socket of a new connection. */
  | { readonly kind: 'connection'; readonly id: number }
  | { readonly kind: 'serve'; readonly assignment: Assignment }
  | FiguresRequest
  /** Let the connections go, then end. */
  | { readonly kind: 'retire' }
  /** Finish the calls in progress, then end. */
  | { readonly kind: 'stop' }
  | PlaceAnswer;

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'confirmed'; readonly id: number }
  | FiguresAnswer
  /** The sentence that says why this worker cannot start. */
  | { readonly kind: 'problem'; readonly sentence: string }
  | PlaceRequest;
