import { dateFormats } from '@vialkeep/contract/import-fields.ts';
import type { Import, ImportColumn, ImportFile } from '@vialkeep/contract/imports.ts';
import { useId, useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { type CellChoice, ChoiceCell } from '../../../ui/display/choice-cell.tsx';
import { FailureNote } from '../../../ui/feedback/failure-note.tsx';
import { WarningNote } from '../../../ui/feedback/warning-note.tsx';
import { ChoiceInput } from '../../../ui/form/fields/choice-input.tsx';
import { fieldsOf, labelField, missingFields } from '../import-labels.ts';
import { importsTexts } from '../imports.texts.ts';
import { type ColumnMapping, withField, withValue } from './column-mapping.ts';
import classes from './columns.module.css';
import { useMapping } from './use-mapping.ts';
import { ValueMatches } from './value-matches.tsx';

const texts = importsTexts.columns;
const DATES: readonly string[] = ['day', 'moment'];

type Props = { of: Import; file: ImportFile; mayEdit: boolean };

/** The columns of one file with their fields, the values to be matched, and how dates are written. */
export function FileColumns({ of, file, mayEdit }: Props) {
  const { mapping, isSaving, refusal, change, tryAgain } = useMapping(of.id, file);
  const [moved, setMoved] = useState('');
  const columns = file.columns.map((column) => ({ ...column, field: mapping.columns[column.header] ?? null }));
  const missing = missingFields({ kind: file.kind, columns });
  const id = useId();

  function match(header: string, field: string | null): void {
    const before = columns.find((column) => field !== null && column.field === field && column.header !== header);
    setMoved(before ? texts.moved(labelField(before.field ?? ''), before.header) : '');
    change(withField(mapping, header, field));
  }

  return (
    <section aria-labelledby={id} className={classes.file}>
      <header className={classes.head}>
        <h3 id={id} className={classes.title}>
          <span className="visually-hidden">{texts.ofFile} </span>
          {file.name} <span className={classes.kind}>{importsTexts.kinds[file.kind]}</span>
        </h3>
        <span role="status" className={classes.saved}>
          {isSaving ? texts.saving : moved}
        </span>
      </header>
      {refusal && (
        <div className={classes.refused}>
          <FailureNote>
            {texts.notSaved} {refusal.message}
          </FailureNote>
          <Button size="xs" busy={isSaving} onClick={tryAgain}>
            {texts.tryAgain}
          </Button>
        </div>
      )}
      {missing.length > 0 && <WarningNote>{texts.missing(missing.map(labelField))}</WarningNote>}
      <DateFormats file={file} columns={columns} mapping={mapping} mayEdit={mayEdit} onChange={change} />
      <table className={classes.columns}>
        <thead>
          <tr>
            <th scope="col">{texts.header}</th>
            <th scope="col">{texts.filled}</th>
            <th scope="col">{texts.samples}</th>
            <th scope="col">{texts.field}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <ColumnRow
              key={column.header}
              column={column}
              options={optionsOf(file)}
              mayEdit={mayEdit}
              onField={(field) => match(column.header, field)}
            />
          ))}
        </tbody>
      </table>
      <ValueMatches
        choices={of.choices}
        unknown={file.unknown_values}
        matched={mapping.value_map}
        mayEdit={mayEdit}
        onMatch={(field, value, ours) => change(withValue(mapping, field, value, ours))}
      />
    </section>
  );
}

type RowProps = {
  column: ImportColumn;
  options: readonly CellChoice[];
  mayEdit: boolean;
  onField: (field: string | null) => void;
};

function ColumnRow({ column: { header, filled, samples, field }, options, mayEdit, onField }: RowProps) {
  const name = header === '' ? texts.noHeader : header;
  return (
    <tr data-out={field === null || undefined}>
      <th scope="row">{name}</th>
      <td data-label={texts.filled} className={classes.share}>
        {`${Math.round(filled * 100)}%`}
      </td>
      <td data-label={texts.samples} className={classes.samples}>
        {samples.join(' · ')}
      </td>
      <td data-label={texts.field}>
        <ChoiceCell
          label={texts.fieldOf(name)}
          value={field ?? ''}
          options={options}
          disabled={!mayEdit}
          onChoose={(value) => onField(value === '' ? null : value)}
        />
      </td>
    </tr>
  );
}

function optionsOf({ kind }: ImportFile): readonly CellChoice[] {
  const fields = fieldsOf(kind).map(({ name, required }) => ({
    value: name,
    label: required ? texts.required(labelField(name)) : labelField(name),
  }));
  return [{ value: '', label: texts.leaveOut }, ...fields];
}

type DateProps = {
  file: ImportFile;
  columns: readonly ImportColumn[];
  mapping: ColumnMapping;
  mayEdit: boolean;
  onChange: (mapping: ColumnMapping) => void;
};

/** Asks how dates are written, where a column holds dates; without a choice only unambiguous days are accepted. */
function DateFormats({ file, columns, mapping, mayEdit, onChange }: DateProps) {
  const fields = new Set(columns.map(({ field }) => field));
  const hasDates = fieldsOf(file.kind).some(({ name, type }) => DATES.includes(type) && fields.has(name));
  if (!hasDates) return null;
  const isMissing = file.dates_ambiguous && mapping.date_format === null;
  const none = { value: '', label: file.dates_ambiguous ? texts.chooseDates : texts.datesAsTheyAre };
  return (
    <div className={classes.dates}>
      {isMissing && (
        <WarningNote>
          {texts.datesNote} {texts.datesMissing}
        </WarningNote>
      )}
      {mayEdit ? (
        <ChoiceInput
          label={texts.dates}
          value={mapping.date_format ?? ''}
          options={[none, ...dateFormats.map((value) => ({ value, label: texts.dateFormats[value] }))]}
          onChoose={(value) =>
            onChange({ ...mapping, date_format: dateFormats.find((format) => format === value) ?? null })
          }
        />
      ) : (
        <p className={classes.datesRead}>
          {texts.dates}: {mapping.date_format === null ? none.label : texts.dateFormats[mapping.date_format]}
        </p>
      )}
    </div>
  );
}
