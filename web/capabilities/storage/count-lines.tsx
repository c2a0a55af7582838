import {
  type CountLine,
  type CountResolution,
  resolutionsOf,
  type StockCountDetails,
} from '@vialkeep/contract/stock-counts.ts';
import { BenchActions, BenchButton } from '../../components/bench/bench-button.tsx';
import { BenchField } from '../../components/bench/bench-field.tsx';
import { Card } from '../../ui/layout/card.tsx';
import classes from './storage.module.css';
import { countTexts as texts } from './storage.texts.ts';

export type LineDecision = { readonly as: CountResolution; readonly note: string };
export type Decisions = ReadonlyMap<string, LineDecision>;

type Props = {
  count: StockCountDetails;
  /** Left out for a closed count. */
  decisions?: Decisions;
  onDecide?: (code: string, decision: LineDecision) => void;
};

/** The codes of a count, differences first, each with its decision. */
export function CountLines({ count, decisions, onDecide }: Props) {
  return (
    <Card>
      <h2 className={classes.title}>{texts.differences}</h2>
      {count.lines.every(({ finding }) => finding === 'right') && <p className={classes.said}>{texts.noDifference}</p>}
      {count.lines.length > 0 && (
        <table className={classes.table} aria-label={texts.countOf(count.box.name)}>
          <thead>
            <tr>
              <th scope="col">{texts.lines.code}</th>
              <th scope="col">{texts.lines.position}</th>
              <th scope="col">{texts.lines.finding}</th>
              <th scope="col">{texts.lines.decision}</th>
            </tr>
          </thead>
          <tbody>
            {count.lines.map((line) => (
              <tr key={line.code}>
                <th scope="row" className={classes.code}>
                  {line.code}
                </th>
                <td>{line.label ?? '–'}</td>
                <td className={line.finding === 'right' ? classes.right : classes.wrong}>
                  {texts.findings[line.finding]}
                  {line.recorded !== null && line.finding !== 'right' && <div>{texts.recorded(line.recorded)}</div>}
                </td>
                <td>
                  {onDecide ? (
                    <Decide line={line} decision={decisions?.get(line.code)} onDecide={onDecide} />
                  ) : (
                    <Decided line={line} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

function Decided({ line: { resolution, note } }: { line: CountLine }) {
  if (resolution === null) return null;
  return (
    <>
      {texts.resolutions[resolution]}
      {note !== '' && <div>{note}</div>}
    </>
  );
}

type DecideProps = {
  line: CountLine;
  decision: LineDecision | undefined;
  onDecide: (code: string, decision: LineDecision) => void;
};

function Decide({ line, decision, onDecide }: DecideProps) {
  return (
    <div className={classes.decision}>
      <BenchActions>
        {resolutionsOf[line.finding].map((as) => (
          <BenchButton
            key={as}
            isPressed={decision?.as === as}
            onClick={() => onDecide(line.code, { as, note: decision?.note ?? '' })}
          >
            {texts.resolutions[as]}
            <span className="visually-hidden"> {line.code}</span>
          </BenchButton>
        ))}
      </BenchActions>
      {decision?.as === 'leave' && (
        <BenchField
          label={texts.note(line.code)}
          value={decision.note}
          maxLength={500}
          onChange={(note) => onDecide(line.code, { as: 'leave', note })}
        />
      )}
    </div>
  );
}
