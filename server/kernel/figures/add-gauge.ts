import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

/** Adds a gauge; one with `collect` reads its values when the figures are read. */
export function addGauge<Label extends string>(
  metrics: Registry,
  configuration: Omit<GaugeConfiguration<Label>, 'registers'>,
): Gauge<Label> {
  return new Gauge({ ...configuration, registers: [metrics] });
}
