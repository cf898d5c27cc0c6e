import type { i18n } from 'i18next'
import type { RefusalCode } from '#app/domain/refusal.ts'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { type Locale, languageTag } from '#app/i18n/locales.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter]!)

const style = `:root{color-scheme:light dark;--ink:#1d2733;--paper:#fff;--quiet:#5a6675;--line:#d9dee4}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--paper:#14191f;--quiet:#9aa7b4;--line:#2d3742}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:20vh 1.25rem 2rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 1rem}small{color:var(--quiet);font-size:.875rem}hr{border:0;border-top:1px solid var(--line);margin:1.5rem 0 1rem}`

/**
 * For when no page of the product answers: an unknown host, no database, too large a request, a refusal where no page
 * can show it. It needs nothing but this file and looks like the rest.
 */
export function plainPage(options: {
  status: number
  code: RefusalCode | 'unknown_host' | 'body_too_large'
  locale: Locale
  /** By default the product's own words. */
  i18n?: i18n
  nonce: string
  requestId: string
  values?: Record<string, string | number>
  retryAfter?: number
}): Response {
  const { t } = options.i18n ?? i18nOf(options.locale)
  const known = options.code === 'unknown_host' || options.code === 'body_too_large'
  const title = t(known ? `common.plain.${options.code}` : `common.plain.title_${options.status}`, {
    defaultValue: t('common.plain.title'),
  })
  const text = known
    ? t(`common.plain.${options.code}_text`)
    : t(`refusal.${options.code}`, options.values ?? {})
  const html = `<!doctype html><html lang="${languageTag(options.locale)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style nonce="${options.nonce}">${style}</style><main><h1>${escaped(title)}</h1><p>${escaped(text)}</p><hr><small>Lunas · ${escaped(options.requestId)}</small></main></html>`
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  if (options.retryAfter) headers.set('retry-after', String(options.retryAfter))
  return new Response(html, { status: options.status, headers })
}
