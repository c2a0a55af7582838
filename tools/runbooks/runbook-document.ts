const FENCE = /^```sh\n(.*?)^```$/gms;
const SPAN = /`([^`]+)`/g;
/** Two spaces keep a comment apart from a `#` that belongs to the command. */
const COMMENT = /\s{2,}#.*$/;

/** The commands of the runbooks, as operators read them in docs/operations.md. */
export class RunbookDocument {
  readonly #commands: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(text: string) {
    const sections = text.split(/^## /m).slice(1);
    this.#commands = new Map(
      sections.map((section) => {
        const [title = '', ...rest] = section.split('\n');
        return [title.trim(), new Set(parseCommands(rest.join('\n')))];
      }),
    );
  }

  commandsOf(section: string): readonly string[] {
    return [...(this.#commands.get(section) ?? [])];
  }

  /** Throws unless the section has the command, character by character. */
  requireCommand(section: string, command: string): void {
    if (this.#commands.get(section)?.has(command)) return;
    throw new Error(`docs/operations.md, section '${section}', does not have the command: ${command}`);
  }
}

/** Replaces what the document leaves to the operator; throws where the command has no such place. */
export function fillIn(command: string, values: Readonly<Record<string, string>>): string {
  const places = Object.keys(values);
  for (const place of places) {
    if (!command.includes(place)) throw new Error(`The command has no ${place} to fill in: ${command}`);
  }
  if (places.length === 0) return command;
  // In one pass, because a value may look like another place: two nodes can change their roles.
  const pattern = new RegExp(places.map((place) => place.replaceAll('.', '\\.').replaceAll('+', '\\+')).join('|'), 'g');
  return command.replaceAll(pattern, (place) => values[place] ?? place);
}

/** Lines of fenced blocks, and code within sentences, which may be broken over two lines. */
function parseCommands(section: string): string[] {
  const blocks = [...section.matchAll(FENCE)].map(([, block = '']) => block);
  const fenced = blocks.flatMap((block) => block.replaceAll(/ \\\n\s*/g, ' ').split('\n'));
  const spans = [...section.replaceAll(FENCE, '').matchAll(SPAN)].map(([, code = '']) => code.replaceAll(/\s+/g, ' '));
  return [...fenced.map((text) => text.replace(COMMENT, '').trim()).filter(Boolean), ...spans];
}
