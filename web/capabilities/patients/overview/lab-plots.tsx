import { SimpleGrid } from '@mantine/core';
import { readSterilityEndings } from '@vialkeep/contract/patient-overview.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { ChartFigure } from '../../../ui/charts/chart-figure.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import classes from './overview.module.css';
import { overviewTexts } from './overview.texts.ts';
import {
  durationPoints,
  durationsFinding,
  ENDING,
  endingPoints,
  endingsFinding,
  READY_WITHIN_DAYS,
  spanOf,
  TOOK,
} from './plot-points.ts';

const texts = overviewTexts.plots;

/** Plots the ends of sterility tests and the processing times. */
export function LabPlots() {
  const { company } = useUser();
  const told = useApi(readSterilityEndings, {});
  return (
    <Loaded
      query={told}
      loading={texts.loading}
      failed={texts.couldNotLoad}
      skeleton={<div className={classes.plotsRoom} />}
    >
      {({ endings, finished }) => (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <ChartFigure
            {...texts.endings}
            subtitle={[company, spanOf(endings)].filter(Boolean).join(', ')}
            kind="bars"
            unit="count"
            series={[{ key: ENDING, label: texts.endings.series }]}
            points={endingPoints(endings)}
            finding={endingsFinding(endings)}
          />
          <ChartFigure
            {...texts.durations}
            subtitle={texts.durations.subtitle(company)}
            kind="dots"
            unit="days"
            series={[{ key: TOOK, label: texts.durations.series }]}
            points={durationPoints(finished)}
            reference={{ value: READY_WITHIN_DAYS, label: texts.durations.reference }}
            finding={durationsFinding(finished)}
          />
        </SimpleGrid>
      )}
    </Loaded>
  );
}
