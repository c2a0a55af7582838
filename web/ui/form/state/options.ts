/** An option on the wire: sites and products have a value, people and centers an id. */
export type Option = {
  value?: string | number;
  id?: number;
  label?: string | null;
  first_name?: string | null;
  last_name?: string | null;
  company?: string | null;
  disabled?: boolean;
};

export type OptionValue = string | number;

export function optionValue(option: Option): OptionValue {
  const value = option.value ?? option.id;
  if (value === undefined) throw new Error('An option needs a value or an id.');
  return value;
}

/**
 * A case-insensitive substring of value + label + first name + last name or, without a value, of id + first name + last
 * name (1-foundation 2.3). The parts are also joined with spaces, so that 'ana whi' finds a person.
 */
export function optionMatches(option: Option, typed: string): boolean {
  const parts =
    option.value !== undefined
      ? [option.value, option.label, option.first_name, option.last_name]
      : [option.id, option.first_name, option.last_name];
  const texts = parts.map((part) => String(part ?? '')).filter((text) => text !== '');
  const wanted = typed.toLowerCase();
  return texts.join('').toLowerCase().includes(wanted) || texts.join(' ').toLowerCase().includes(wanted.trim());
}

/** The text of an option in a searchable select: its label, or the person. */
export function searchableLabel(option: Option): string {
  if (option.label) return option.label;
  const name = [option.first_name, option.last_name].filter(Boolean).join(' ');
  const parts = [option.id === undefined ? '' : `#${option.id}`, name, option.company ?? ''];
  return parts.filter((part) => part !== '').join(' · ') || String(optionValue(option));
}

/** In plain selects the label of an option is its company (1-foundation 2.3). */
export function plainLabel(option: Option): string {
  return option.company || searchableLabel(option);
}
