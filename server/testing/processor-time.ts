/** Milliseconds of processor time that this thread has used since the call; other programs do not count. */
export function processorTime(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  };
}
