type Question = { name: string; phone: string; message: string };

/** A mailto link to the support address with subject and text filled in. */
export function mailtoLink(to: string, { name, phone, message }: Question): string {
  const signed = [message, '', name, phone].filter((line, index) => index < 2 || line !== '').join('\r\n');
  return `mailto:${to}?subject=${encodeURIComponent(`Question from ${name}`)}&body=${encodeURIComponent(signed)}`;
}
