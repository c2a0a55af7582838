/** Prints the counts and whether each promise holds; a broken promise sets exit code 1. */
export function report(
  counted: Readonly<Record<string, string | number>>,
  promises: Readonly<Record<string, boolean>>,
): void {
  for (const [name, value] of Object.entries(counted)) console.log(`  ${name.padEnd(26)} ${value}`);
  for (const [promise, isKept] of Object.entries(promises)) {
    console.log(`  ${isKept ? 'kept  ' : 'BROKEN'} ${promise}`);
  }
  if (Object.values(promises).includes(false)) process.exitCode = 1;
}
