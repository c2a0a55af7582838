import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { SearchResult } from '../../kernel/search-source.ts';
import type { FoundGroup } from './recent-searches.ts';
import classes from './top-search.module.css';

type Props = {
  id: string;
  open: boolean;
  groups: readonly FoundGroup[];
  waiting: boolean;
  text: string;
  active: number;
  optionId: (index: number) => string;
  onChoose: (result: SearchResult) => void;
};

/** The results in groups. Each is a real link, so that Ctrl+click opens a tab; the focus stays in the field. */
export function SearchList({ id, open, groups, waiting, text, active, optionId, onChoose }: Props) {
  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  }, [active, optionId]);
  const count = groups.reduce((sum, group) => sum + group.results.length, 0);
  let index = 0;

  return (
    <>
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label="Results"
        className={classes.list}
        hidden={!open || count === 0}
        onMouseDown={keepFocus}
      >
        {groups.map((group) => (
          <div key={group.name} role="group" aria-label={group.name} className={classes.group}>
            <div className={classes.groupName} aria-hidden="true">
              {group.name}
            </div>
            {group.results.map((result) => {
              const own = index++;
              return (
                <Option
                  key={result.id}
                  id={optionId(own)}
                  result={result}
                  active={own === active}
                  onChoose={() => onChoose(result)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {open && count === 0 && (
        <p className={classes.nothing}>{waiting ? 'Searching…' : `Nothing matches “${text}”.`}</p>
      )}
      <span role="status" className="visually-hidden">
        {open && !waiting && (count === 1 ? '1 result' : `${count} results`)}
      </span>
    </>
  );
}

type OptionProps = { id: string; result: SearchResult; active: boolean; onChoose: () => void };

function Option({ id, result, active, onChoose }: OptionProps) {
  const shared = {
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': active,
    className: classes.option,
    onClick: onChoose,
  };
  const content = (
    <>
      <span className={classes.label}>{result.label}</span>
      {result.detail && <span className={classes.detail}>{result.detail}</span>}
    </>
  );
  return 'to' in result ? (
    <Link {...result.to} {...shared}>
      {content}
    </Link>
  ) : (
    <div {...shared}>{content}</div>
  );
}

// A mouse press must not take the focus from the field: its blur closes the list before the click completes.
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault();
}
