import type { Import, ImportFile, ValueMap } from '@vialkeep/contract/imports.ts';
import { ChoiceCell } from '../../../ui/display/choice-cell.tsx';
import { labelField } from '../import-labels.ts';
import { importsTexts } from '../imports.texts.ts';
import classes from './columns.module.css';

const texts = importsTexts.columns;

type Props = {
  choices: Import['choices'];
  unknown: ImportFile['unknown_values'];
  matched: ValueMap;
  mayEdit: boolean;
  onMatch: (field: string, value: string, ours: string) => void;
};

/** The values of the file that we do not know, each matched once for all rows. */
export function ValueMatches({ choices, unknown, matched, mayEdit, onMatch }: Props) {
  const byField = valuesByField(unknown, matched);
  return byField.map(([field, values]) => (
    <section key={field} aria-label={texts.values(labelField(field))}>
      <h4 className={classes.valuesTitle}>{texts.values(labelField(field))}</h4>
      <p className={classes.kind}>{texts.valuesNote}</p>
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">{texts.yourValue}</th>
            <th scope="col">{texts.ourValue}</th>
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value}>
              <th scope="row">{value}</th>
              <td data-label={texts.ourValue}>
                <ChoiceCell
                  label={texts.valueOf(value)}
                  value={matched[field]?.[value] ?? ''}
                  options={[{ value: '', label: texts.noValue }, ...(choices[field] ?? [])]}
                  disabled={!mayEdit}
                  onChoose={(ours) => onMatch(field, value, ours)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  ));
}

/** A matched value stays in the list, so that it can be matched anew. */
function valuesByField(unknown: ImportFile['unknown_values'], matched: ValueMap): [string, string[]][] {
  const known = Object.entries(matched).flatMap(([field, values]) =>
    Object.keys(values).map((value) => ({ field, value })),
  );
  const byField = new Map<string, Set<string>>();
  for (const { field, value } of [...known, ...unknown]) {
    byField.set(field, (byField.get(field) ?? new Set()).add(value));
  }
  return [...byField].map(([field, values]) => [field, [...values].toSorted()]);
}
