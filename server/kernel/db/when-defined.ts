/** Builds a condition only if the value is defined. */
export function whenDefined<Value, Condition>(
  value: Value | undefined,
  condition: (value: Value) => Condition,
): readonly Condition[] {
  return value === undefined ? [] : [condition(value)];
}
