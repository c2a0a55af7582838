/** The error of a task that must fail. */
export async function failureOf(task: Promise<unknown>): Promise<Error> {
  const error: unknown = await task.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error('Something else than an error was thrown.');
  return error;
}
