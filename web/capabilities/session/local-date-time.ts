/** The agreement's time as documented, 'YYYY-MM-DD HH:MM:SS.sssZ'; it is local time despite the Z (C-40). */
export function localDateTime(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const time = `${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
  return `${day} ${time}.${String(now.getMilliseconds()).padStart(3, '0')}Z`;
}
