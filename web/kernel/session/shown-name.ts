/** A patient's name, or the initials while names are hidden. */
export function shownName(name: string, hidden: boolean): string {
  return hidden ? initialsOf(name) : name.trim();
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => `${[...part][0]?.toUpperCase()}.`)
    .join(' ');
}
