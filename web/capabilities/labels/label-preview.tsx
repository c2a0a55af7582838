import { OTHER_PATIENT } from '@vialkeep/contract/labels.ts';
import { useUser } from '../../kernel/session/session.ts';
import { formatDay } from '../../ui/display/formats.ts';
import type { LabelValues } from './label-values.ts';
import classes from './labels.module.css';
import { labelsTexts } from './labels.texts.ts';

const texts = labelsTexts.preview;

/** The current input as the label will show it. */
export function LabelPreview({ values }: { values: LabelValues }) {
  const { company, username } = useUser();
  const place = [[values.city, values.state_desc].filter(Boolean).join(', '), values.zip_code]
    .filter(Boolean)
    .join(' ');
  const lines = [values.address1, values.address2, place, values.country_desc.toUpperCase()].filter(Boolean);
  return (
    <figure className={classes.figure}>
      <div className={classes.paper}>
        <section>
          <span className={classes.head}>{texts.from}</span>
          <address className={classes.address}>
            <strong>{company || username}</strong>
            {[values.doctor_name || values.harvest_center_representative, ...lines].filter(Boolean).join('\n')}
          </address>
        </section>
        <section>
          <span className={classes.head}>{texts.to}</span>
          <span className={classes.to}>{texts.lab}</span>
        </section>
        <dl className={classes.facts}>
          <div>
            <dt>{texts.reference}</dt>
            <dd>{referenceOf(values) || texts.empty}</dd>
          </div>
          <div>
            <dt>{texts.date}</dt>
            <dd>{formatDay(values.label_date) || texts.empty}</dd>
          </div>
        </dl>
      </div>
      <figcaption className={classes.caption}>{texts.caption}</figcaption>
    </figure>
  );
}

function referenceOf({ patients }: LabelValues): string {
  return patients.map((id) => (id === OTHER_PATIENT ? labelsTexts.form.other : `#${id}`)).join(', ');
}
