import { type Locale, languageTag } from '#app/i18n/locales.ts'

/** In words only; {@link plainLetter} and {@link htmlLetter} say the same. */
export interface Letter {
  subject: string
  greeting: string
  paragraphs: string[]
  /** The one figure that matters, written out. */
  figure?: { label: string; value: string }
  facts: { label: string; value: string }[]
  /** Where it can be seen, checked and acted upon. */
  action?: { label: string; url: string }
  sender: string[]
  note: string
}

/** For many readers and all filters the plain text is the mail. */
export function plainLetter(letter: Letter): string {
  const { greeting, paragraphs, figure, facts, action, sender, note } = letter
  const lines = [...(figure ? [figure] : []), ...facts]
  const width = Math.max(0, ...lines.map(({ label }) => label.length)) + 2
  const parts = [
    greeting,
    ...paragraphs,
    lines.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`).join('\n'),
    action ? `${action.label}:\n${action.url}` : '',
    sender.join('\n'),
    `-- \n${note}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

/**
 * For every mail program: no tables, no pictures, nothing to load. It sets no colour of text or paper, so that a
 * program in dark dress can dress it too. `colour` is the organisation's, `#rrggbb`.
 */
export function htmlLetter(letter: Letter, { locale, colour }: { locale: Locale; colour: string | null }) {
  const { subject, greeting, paragraphs, figure, facts, action, sender, note } = letter
  const rule = colour && /^#[0-9a-f]{6}$/.test(colour) ? colour : '#0e5a63'
  return `<!doctype html>
<html lang="${languageTag(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
</head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:544px;margin:0 auto;padding-top:20px;border-top:4px solid ${rule}">
<p style="${block}">${escaped(greeting)}</p>
${paragraphs.map((text) => `<p style="${block}">${escaped(text)}</p>`).join('\n')}
${[figure && figureHtml(figure), facts.length > 0 && `<dl style="${block}">\n${facts.map(factHtml).join('\n')}\n</dl>`, action && actionHtml(action)].filter(Boolean).join('\n')}
<p style="${block}">${sender.map(escaped).join('<br>')}</p>
<p style="margin:0;padding-top:12px;border-top:1px solid #8888;${small}">${escaped(note)}</p>
</div>
</body>
</html>
`
}

const block = 'margin:0 0 16px'
const small = 'font-size:14px'
const button =
  'display:inline-block;padding:10px 20px;border:2px solid;border-radius:6px;color:inherit;font-weight:600;text-decoration:none'

function figureHtml({ label, value }: NonNullable<Letter['figure']>): string {
  return `<p style="${block}">${escaped(label)}<br><strong style="font-size:30px;line-height:1.2">${escaped(value)}</strong></p>`
}

function actionHtml({ label, url }: NonNullable<Letter['action']>): string {
  const link = escaped(url)
  return `<p style="margin:0 0 8px"><a href="${link}" style="${button}">${escaped(label)}</a></p>
<p style="${block};${small};word-break:break-all"><a href="${link}" style="color:inherit">${link}</a></p>`
}

function factHtml({ label, value }: Letter['facts'][number]): string {
  return `<dt style="${small}">${escaped(label)}</dt><dd style="margin:0 0 8px">${escaped(value)}</dd>`
}

/** Fit for an element and for a quoted attribute. */
function escaped(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (letter) => names[letter]!)
}
