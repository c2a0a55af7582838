import { setImmediate as nextTurn } from 'node:timers/promises';
import { AggregatorRegistry, type PrometheusContentType } from 'prom-client';
import type { Figures } from './figures.ts';

/** Merges the figures of several processes; each figure names its own way: the sum or the largest. */
export async function mergeFigures(figures: readonly Figures[]): Promise<Figures> {
  let merged: Figures = [];
  for (const next of figures) {
    merged = await merge([merged, next]).getMetricsAsJSON();
    // One process after the other: all at once would delay the connections that the supervisor accepts.
    await nextTurn();
  }
  return merged;
}

/** Writes the merged figures in the text format of Prometheus. */
export async function formatFigures(figures: readonly Figures[]): Promise<string> {
  return merge([await mergeFigures(figures)]).metrics();
}

function merge(figures: Figures[]) {
  return AggregatorRegistry.aggregate<PrometheusContentType>(figures);
}
