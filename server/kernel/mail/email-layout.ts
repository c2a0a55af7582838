export type EmailButton = { label: string; url: string };

export type LetterContent = {
  brand: string;
  /** The tenant's colour, `#rrggbb`. Any other value gives the neutral one. */
  colour: string;
  /** The absolute address of the tenant's logo; mail programs that load no pictures show the brand instead. */
  logo?: string;
  heading: string;
  /** Plain text; a line break inside a paragraph is preserved. */
  paragraphs: readonly string[];
  button?: EmailButton;
  /** One button per action, when there are several. */
  buttons?: readonly EmailButton[];
  /** A one-time password or similar, set apart for copying. */
  code?: string;
  footer: string;
};

/** The layout of every email and its text version. All input is escaped as text and cannot become markup. */
export function renderEmail(content: LetterContent): { text: string; html: string } {
  const letter = sanitizeContent(content);
  return { text: renderText(letter), html: renderHtml(letter) };
}

function renderText({ brand, heading, paragraphs, buttons = [], code, footer }: LetterContent) {
  const parts = [brand, heading, ...paragraphs];
  if (code) parts.push(`    ${code}`);
  for (const { label, url } of buttons) parts.push(`${label}:\n${url}`);
  return `${[...parts, `${'-'.repeat(40)}\n${footer}`].join('\n\n')}\n`;
}

function renderHtml({ brand, colour, logo, heading, paragraphs, buttons = [], code, footer }: LetterContent) {
  const main = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:30px;font-weight:600;color:#1f2933;">${escapeEmailHtml(heading)}</h1>`,
    ...paragraphs.map(
      (text) =>
        `<p class="ink" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1f2933;">${lines(text)}</p>`,
    ),
    code === undefined ? '' : codeBlock(code),
    ...buttons.map((button) => buttonBlock(button, colour)),
  ].filter(Boolean);

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeEmailHtml(heading)}</title>
<style>
@media (prefers-color-scheme: dark) {
  .page { background-color: #14181d !important; }
  .sheet { background-color: #1d232a !important; border-color: ${colour} #323b45 #323b45 !important; }
  .ink { color: #e8ecf0 !important; }
  .faint { color: #a9b4c0 !important; }
  .code { background-color: #2a323b !important; }
}
@media (max-width: 600px) {
  .pad { padding: 24px 20px !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f5f7;-webkit-text-size-adjust:100%;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f5f7;">
<tr><td align="center" style="padding:24px 12px;">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border:1px solid #d9dfe5;border-top:4px solid ${colour};border-radius:6px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-align:left;">
<tr><td class="pad" style="padding:32px 40px;word-break:break-word;">
<p class="faint" style="margin:0 0 24px;font-size:14px;line-height:20px;font-weight:600;color:#52606d;">${logo === undefined ? escapeEmailHtml(brand) : logoImage(logo, brand)}</p>
${main.join('\n')}
</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-align:left;">
<tr><td class="faint" style="padding:16px 20px;font-size:13px;line-height:20px;color:#52606d;word-break:break-word;">${lines(footer)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** On white, because logos are designed for a white background; the height is fixed and the width follows. */
function logoImage(logo: string, brand: string) {
  return `<img src="${escapeEmailHtml(logo)}" alt="${escapeEmailHtml(brand)}" height="32" style="display:inline-block;height:32px;width:auto;max-width:220px;border:0;background-color:#ffffff;">`;
}

function codeBlock(code: string) {
  return `<p class="ink code" style="margin:0 0 16px;padding:14px 16px;background-color:#eef1f4;border-radius:4px;font-family:Consolas,Menlo,monospace;font-size:20px;line-height:28px;letter-spacing:1px;color:#1f2933;">${escapeEmailHtml(code)}</p>`;
}

function buttonBlock({ label, url }: EmailButton, colour: string) {
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0;">
<tr><td bgcolor="${colour}" style="background-color:${colour};border-radius:4px;">
<a href="${escapeEmailHtml(url)}" style="display:inline-block;padding:12px 24px;font-size:16px;line-height:24px;font-weight:600;color:${inkOn(colour)};text-decoration:none;">${escapeEmailHtml(label)}</a>
</td></tr>
</table>
<p class="faint" style="margin:0 0 20px;font-size:13px;line-height:20px;color:#52606d;word-break:break-all;">${escapeEmailHtml(url)}</p>`;
}

const NEUTRAL = '#334e68';

function sanitizeContent(content: LetterContent): LetterContent {
  return {
    brand: oneLine(content.brand),
    logo: content.logo,
    colour: /^#[0-9a-f]{6}$/i.test(content.colour) ? content.colour : NEUTRAL,
    heading: oneLine(content.heading),
    paragraphs: content.paragraphs.map(visible),
    buttons: [...(content.button ? [content.button] : []), ...(content.buttons ?? [])].map(({ label, url }) => ({
      label: oneLine(label),
      url: webAddress(url),
    })),
    ...(content.code !== undefined && { code: oneLine(content.code) }),
    footer: visible(content.footer),
  };
}

// Control characters and text-direction marks: a name must not be able to rearrange a sentence.
const INVISIBLE = /(?!\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function visible(text: string) {
  return text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(INVISIBLE, ' ');
}

function oneLine(text: string) {
  return visible(text).replace(/\s+/g, ' ').trim();
}

function webAddress(url: string) {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !['https:', 'http:'].includes(parsed.protocol)) throw new Error('A button leads to a web address.');
  return parsed.href;
}

function lines(text: string) {
  return escapeEmailHtml(text).replaceAll('\n', '<br>');
}

function escapeEmailHtml(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** White or near-black, whichever has more contrast on the colour (WCAG relative luminance). */
function inkOn(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2 ? '#111827' : '#ffffff';
}
