/** A condition for a list of them: there only where a value was given. */
export function whenDefined<Value, Condition>(
  value: Value | undefined,
  condition: (value: Value) => Condition,
): readonly Condition[] {
  return value === undefined ? [] : [condition(value)];
}
