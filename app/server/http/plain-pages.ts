import type { i18n } from 'i18next'
import type { RefusalCode } from '#app/domain/core/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter]!)

/** The colours are those of app/styles/tokens.css and dark.css. */
const style = `:root{color-scheme:light dark;--brand:#0e5a63;--paper:#fff;--ink:#1c1b19;--quiet:#5c5a54;--rule:#dedbd3}
@media(prefers-color-scheme:dark){:root{--brand:#6bbcc6;--paper:#17181a;--ink:#ecebe7;--quiet:#a9a7a0;--rule:#393b40}}
*{box-sizing:border-box}body{display:flex;flex-direction:column;max-width:34rem;min-height:100vh;margin:0 auto;padding:0 1.25rem;background:var(--paper);color:var(--ink);font:16px/1.5 "Segoe UI",-apple-system,sans-serif;overflow-wrap:break-word}
header{padding:1.25rem 0 .875rem;border-bottom:3px double var(--brand)}main{flex:1;padding:2rem 0 3rem}
h1{font-size:1.75rem;font-weight:600;line-height:1.25;letter-spacing:-.015em;margin:0 0 1rem;text-wrap:balance}p{margin:0 0 1.5rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;padding:.5rem 1.25rem;border-radius:3px;background:var(--brand);color:var(--paper);font-weight:600;text-decoration:none}a:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
dl{margin:0 0 1.5rem;padding-left:.875rem;border-left:3px solid var(--brand)}dt{font-weight:600}dd{margin:0;color:var(--quiet)}
footer{padding:1.25rem 0 .875rem;border-top:1px solid var(--rule);color:var(--quiet);font-size:.875rem}`

/** As public/wordmark.svg draws it. */
const wordmark =
  '<svg viewBox="0 0 81 32" width="71" height="28" role="img" aria-label="Lunas" fill="none"><path stroke="currentColor" stroke-width="3.2" d="M2.6 1v19h12M19.6 7v7.5q0 5.5 5 5.5t5-5.5m0-7.5v14.6M36.6 7v14.6m0-7.6q0-5.4 5-5.4t5 5.4v7.6M63.6 7v14.6m0-7.3a5 5.7 0 1 0-10 0a5 5.7 0 1 0 10 0M78.4 10.2q-1.6-1.6-4.2-1.6-3.8 0-3.8 2.9 0 2.4 4 3t4 2.8-4 2.7q-2.8 0-4.6-1.8"/><path stroke="var(--brand)" stroke-width="1.5" d="M1 26h79M1 30h79"/></svg>'

const plainCodes = [
  'unknown_host',
  'body_too_large',
  'file_too_large',
  'body_too_slow',
  'uploads_busy',
  'uploads_own',
] as const
type PlainCode = (typeof plainCodes)[number]

/**
 * For when no page of the product answers: an unknown host, no database, too large a request, a refusal where no page
 * can show it. It needs nothing but this file and looks like the rest.
 */
export function plainPage(options: {
  status: number
  code: RefusalCode | PlainCode
  locale: Locale
  /** By default the product's own words. */
  i18n?: i18n
  nonce: string
  requestId: string
  values?: Record<string, string | number>
  /** What it is about: the key of a field's words, and what stands in it. */
  about?: { label: string; detail: string | undefined }
  retryAfter?: number
  /** The next step: its address, and the key of its words. */
  next?: { href: string; label: string }
}): Response {
  const { t } = options.i18n ?? i18nOf(options.locale)
  const known = (plainCodes as readonly string[]).includes(options.code)
  const title = t(known ? `common.plain.${options.code}` : `common.plain.title_${options.status}`, {
    defaultValue: t('common.plain.title'),
  })
  const text = known
    ? t(`common.plain.${options.code}_text`, options.values ?? {})
    : t(`refusal.${options.code}`, options.values ?? {})
  const next = options.next
    ? `<a href="${escaped(options.next.href)}">${escaped(t(options.next.label))}</a>`
    : ''
  const about = options.about
    ? `<dl><dt>${escaped(t(options.about.label))}</dt><dd>${escaped(options.about.detail ?? '')}</dd></dl>`
    : ''
  const reference = t('common.reference', { id: options.requestId })
  const html = `<!doctype html><html lang="${languageTag(options.locale)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style nonce="${options.nonce}">${style}</style><header>${wordmark}</header><main><h1>${escaped(title)}</h1>${about}<p>${escaped(text)}</p>${next}</main><footer>${escaped(reference)}</footer></html>`
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  if (options.retryAfter) headers.set('retry-after', String(options.retryAfter))
  return new Response(html, { status: options.status, headers })
}
