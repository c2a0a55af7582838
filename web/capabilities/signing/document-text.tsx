import type { SigningText } from '@vialkeep/contract/signing.ts';
import classes from './document.module.css';
import { signingTexts } from './signing.texts.ts';

const texts = signingTexts.page;

/** The text of the PDF with its numbering, in a size that fits a phone. */
export function DocumentText({ text }: { text: SigningText }) {
  return (
    <article className={classes.paper}>
      <p className={classes.notice}>
        {text.notice} Text version: {text.version}.
      </p>
      <dl className={classes.parties} aria-label={texts.parties}>
        {text.parties.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {text.introduction.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {text.sections.map((section, index) => (
        <Section key={section.heading} section={section} number={index + 1} />
      ))}
      <section className={classes.declaration}>
        <h2>{texts.declaration}</h2>
        <p>{text.declaration}</p>
      </section>
    </article>
  );
}

function Section({ section, number }: { section: SigningText['sections'][number]; number: number }) {
  const { heading, lead, kind, items } = section;
  return (
    <section>
      <h2>
        {number}. {heading}
      </h2>
      {lead !== undefined && <p>{lead}</p>}
      {kind === 'statements' ? (
        <ul className={classes.statements}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      ) : (
        items.map((item, index) => (
          <p key={item} className={classes.clause}>
            <span className={classes.number}>
              {number}.{index + 1}
            </span>
            <span>{item}</span>
          </p>
        ))
      )}
    </section>
  );
}
