import { readVialStock } from '@vialkeep/contract/patient-overview.ts';
import { useApi } from '../../../kernel/api/query.ts';
import { useUser } from '../../../kernel/session/session.ts';
import { ChartFigure } from '../../../ui/charts/chart-figure.tsx';
import { formatMonth } from '../../../ui/display/formats.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import classes from './overview.module.css';
import { overviewTexts } from './overview.texts.ts';

const texts = overviewTexts.plots;

/**
 * The vials of a center's patients by month, hidden before the first vial. Vials in preparation are not plotted,
 * because a record only knows today's number.
 */
export function VialStock() {
  const { company } = useUser();
  const stock = useApi(readVialStock, {});
  return (
    <Loaded
      query={stock}
      loading={texts.loading}
      failed={texts.couldNotLoad}
      skeleton={<div className={classes.plotsRoom} />}
    >
      {(months) =>
        months.some(({ available }) => available > 0) && (
          <ChartFigure
            {...texts.stock}
            subtitle={texts.stock.subtitle(company, formatMonth(months[0]?.month), formatMonth(months.at(-1)?.month))}
            kind="steps"
            unit="count"
            series={[{ key: 'available', label: texts.stock.series }]}
            points={months.map(({ month, available }, at) => ({
              label: formatMonth(month),
              values: { available },
              soFar: at === months.length - 1,
            }))}
            finding={texts.stock.finding(months.at(-1)?.available ?? 0)}
          />
        )
      }
    </Loaded>
  );
}
