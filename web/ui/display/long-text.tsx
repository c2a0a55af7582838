import { useId, useState } from 'react';
import classes from './long-text.module.css';

type Section = { heading: string; paragraphs: readonly string[] };

type Props = {
  notice?: string;
  sections: readonly Section[];
  /** The label of the table of contents. */
  contents: string;
};

/** A long text with a table of contents and the reading progress. */
export function LongText({ notice, sections, contents }: Props) {
  const id = useId();
  const [read, setRead] = useState(0);

  return (
    <div className={classes.frame}>
      <nav aria-label={contents} className={classes.contents}>
        <ol>
          {sections.map(({ heading }, index) => (
            <li key={heading}>
              <a href={`#${id}-${index}`} onClick={(event) => jump(event, `${id}-${index}`)}>
                {heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={classes.reading}>
        <div className={classes.progress} style={{ inlineSize: `${read}%` }} aria-hidden />
        <div
          className={classes.text}
          tabIndex={0}
          role="region"
          aria-label={contents}
          onScroll={(event) => setRead(percentRead(event.currentTarget))}
        >
          {notice && <p className={classes.notice}>{notice}</p>}
          {sections.map(({ heading, paragraphs }, index) => (
            <section key={heading} id={`${id}-${index}`}>
              <h3>{heading}</h3>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Scrolls without changing the address. */
function jump(event: { preventDefault(): void }, target: string): void {
  event.preventDefault();
  document.getElementById(target)?.scrollIntoView({ block: 'start' });
}

function percentRead({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  const rest = scrollHeight - clientHeight;
  return rest <= 0 ? 100 : Math.min(100, Math.round((scrollTop / rest) * 100));
}
