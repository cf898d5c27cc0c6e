import type { TFunction } from 'i18next'
import { brandPair } from '#app/domain/core/colour.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'
import { escapeHtml } from './escape-html.ts'
import type { Letter } from './letter.ts'

/** A picture that travels in the mail itself, so that nobody learns when it is opened. */
export interface LetterLogo {
  /** Content-ID of the part that holds it. */
  cid: string
  /** As it is shown, in pixels. */
  width: number
  height: number
}

interface Dress {
  t: TFunction
  locale: Locale
  /** The organisation's, `#rrggbb`. */
  colour: string | null
  logo?: LetterLogo | undefined
}

/** As app/styles/tokens.css and dark.css have them: mail programs know no variables. */
const light = { desk: '#f6f5f1', card: '#ffffff', ink: '#1c1b19', quiet: '#5c5a54', rule: '#dedbd3' }
const dark = { desk: '#17181a', card: '#212327', ink: '#ecebe7', quiet: '#a9a7a0', rule: '#393b40' }

const font = "font-family:'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif"
const text = `${font};font-size:16px;line-height:1.5;color:${light.ink}`
const small = `${font};font-size:14px;line-height:1.5;color:${light.quiet}`
const table = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/**
 * For every mail program, Outlook's Word included: tables, styles in the elements, one button with its address below it,
 * nothing to load from anywhere. The few rules in the head dress it in dark where the program asks for them; one that
 * does not, shows it in light.
 */
export function htmlLetter(letter: Letter, { t, locale, colour, logo }: Dress): string {
  const { subject, greeting, paragraphs, body, pictures = [], figure, items = [], facts, action } = letter
  const { sender, note, links = [] } = letter
  const brand = brandPair(colour)
  const parts = [
    ...[greeting, ...paragraphs].filter(Boolean).map(paragraph),
    body && `<div class="ink" style="${text}">${body.html}</div>`,
    ...pictures.map(pictureHtml),
    figure && figureHtml(figure),
    ...items.map(groupHtml),
    facts.length > 0 && factsHtml(facts),
    action && actionHtml(action, brand.light, t('mail.link')),
    `<p class="ink" style="margin:0;${text}">${sender.map(escapeHtml).join('<br>')}</p>`,
  ]
  return `<!doctype html>
<html lang="${languageTag(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkRules(brand.dark)}</style>
</head>
<body class="desk" style="margin:0;padding:0;background:${light.desk}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(paragraphs[0] ?? body?.text.slice(0, 120) ?? '')}${'&#8199;&#65279;'.repeat(40)}</div>
<table ${table} class="desk" width="100%" bgcolor="${light.desk}" style="background:${light.desk}"><tr><td align="center" style="padding:24px 12px">
<!--[if mso]><table ${table} width="560"><tr><td><![endif]-->
<table ${table} width="100%" style="max-width:560px;text-align:left">
<tr><td class="card top" bgcolor="${light.card}" style="padding:20px 24px 0;background:${light.card};border-top:4px solid ${brand.light}">
${headHtml(sender[0] ?? '', logo && { ...logo, alt: t('mail.logo', { organisation: sender[0] }) })}
</td></tr>
<tr><td class="card" bgcolor="${light.card}" style="padding:20px 24px 24px;background:${light.card}">
${parts.filter(Boolean).join('\n')}
</td></tr>
<tr><td class="quiet" style="padding:16px 24px;${small}">${escapeHtml(note)}${links.map(linkHtml).join('')}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`
}

function darkRules(brand: string): string {
  const rules = [
    `.desk{background:${dark.desk}!important}`,
    `.card{background:${dark.card}!important}`,
    `.ink{color:${dark.ink}!important}`,
    `.quiet,.quiet a{color:${dark.quiet}!important}`,
    `.rule{border-color:${dark.rule}!important}`,
    `.top{border-color:${brand}!important}`,
    `.button{background:${brand}!important;color:${dark.desk}!important}`,
  ]
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`
}

/** Logos are drawn for white paper, so theirs stays white. */
function headHtml(name: string, logo: (LetterLogo & { alt: string }) | undefined): string {
  const words = `<td class="ink" style="${font};font-size:18px;line-height:1.3;font-weight:600;color:${light.ink}">${escapeHtml(name)}</td>`
  if (!logo) return `<table ${table}><tr>${words}</tr></table>`
  const { cid, width, height, alt } = logo
  const picture = `<img src="cid:${cid}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" style="display:block;border:0;border-radius:4px;background:#ffffff;${small}">`
  return `<table ${table}><tr><td width="${width}" style="padding-right:12px">${picture}</td>${words}</tr></table>`
}

function paragraph(words: string): string {
  return `<p class="ink" style="margin:0 0 16px;${text}">${escapeHtml(words)}</p>`
}

const pictureHtml = ({ cid, alt }: NonNullable<Letter['pictures']>[number]) =>
  `<p style="margin:0 0 16px"><img src="cid:${escapeHtml(cid)}" alt="${escapeHtml(alt)}" style="display:block;max-width:100%;height:auto;border:0;border-radius:4px;${small}"></p>`

const linkHtml = ({ label, url }: NonNullable<Letter['links']>[number]) =>
  `<br><a href="${escapeHtml(url)}" style="color:${light.quiet}">${escapeHtml(label)}</a>`

function figureHtml({ label, value }: NonNullable<Letter['figure']>): string {
  return `<p class="quiet" style="margin:0;${small}">${escapeHtml(label)}</p>
<p class="ink" style="margin:0 0 16px;${font};font-size:32px;line-height:1.25;font-weight:600;color:${light.ink};word-break:break-word">${escapeHtml(value)}</p>`
}

/** What was billed, with the amounts under each other. */
function groupHtml({ title, lines }: NonNullable<Letter['items']>[number]): string {
  const cell = `padding:4px 0;border-top:1px solid ${light.rule};${font};font-size:14px`
  const rows = lines.map(
    ({ label, value }) =>
      `<tr><td class="quiet rule" style="${cell};color:${light.quiet}">${escapeHtml(label)}</td><td class="ink rule" align="right" style="${cell};white-space:nowrap">${escapeHtml(value)}</td></tr>`,
  )
  return `<p class="ink" style="margin:0 0 4px;${text};font-weight:600">${escapeHtml(title)}</p>
<table ${table} width="100%" style="margin:0 0 16px">${rows.join('')}</table>`
}

function factsHtml(facts: Letter['facts']): string {
  const line = `border-top:1px solid ${light.rule}`
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="quiet rule" width="40%" valign="top" style="padding:8px 12px 8px 0;${line};${small}">${escapeHtml(label)}</td><td class="ink rule" valign="top" style="padding:8px 0;${line};${text};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  )
  return `<table ${table} width="100%" style="margin:0 0 20px">\n${rows.join('\n')}\n</table>`
}

function actionHtml({ label, url }: NonNullable<Letter['action']>, brand: string, orElse: string): string {
  const link = escapeHtml(url)
  return `<table ${table} style="margin:0 0 12px"><tr><td class="button" align="center" bgcolor="${brand}" style="border-radius:6px;background:${brand};mso-padding-alt:12px 24px"><a class="button" href="${link}" style="display:inline-block;padding:12px 24px;border-radius:6px;${font};font-size:16px;line-height:1.25;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="quiet" style="margin:0 0 20px;${small}">${escapeHtml(orElse)}<br><a href="${link}" style="color:${light.quiet};word-break:break-all">${link}</a></p>`
}
