import { useId, useState } from 'react';
import classes from './long-text.module.css';

type Section = { heading: string; paragraphs: readonly string[] };

type Props = {
  notice?: string;
  sections: readonly Section[];
  /** What the list of sections is called. */
  contents: string;
};

/** A text to be read to its end: its sections to jump to, and how far one has come. */
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

/** Scrolls the text and leaves the address alone. */
function jump(event: { preventDefault(): void }, target: string): void {
  event.preventDefault();
  document.getElementById(target)?.scrollIntoView({ block: 'start' });
}

function percentRead({ scrollTop, scrollHeight, clientHeight }: HTMLElement): number {
  const rest = scrollHeight - clientHeight;
  return rest <= 0 ? 100 : Math.min(100, Math.round((scrollTop / rest) * 100));
}
