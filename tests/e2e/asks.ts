import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BrowserContext, Page } from '@playwright/test'

export interface Answer {
  status: number
  /** Where a redirect leads. */
  location: string | undefined
  html: string
}

/** The language that a person's browser asks for. */
export const languages = new WeakMap<BrowserContext, string>()

/**
 * Asks the product what `page` would ask it, with its cookies and its language, and draws nothing: to draw a page costs
 * many times what it costs to make it. Fields are sent as a form; cookies that come are kept as the browser keeps them.
 */
export async function asks(page: Page, address: string, fields?: Record<string, string>): Promise<Answer> {
  const url = new URL(address)
  const context = page.context()
  const cookies = await context.cookies(address)
  const body = fields && new URLSearchParams(fields).toString()
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // names of hosts below localhost are known to browsers, and not to every system
    request({
      ...{ host: '127.0.0.1', port: url.port, path: url.pathname + url.search },
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: {
        host: url.host,
        'sec-fetch-site': 'same-origin',
        'accept-language': languages.get(context) ?? 'en',
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    })
      .on('error', reject)
      .on('response', resolve)
      .end(body)
  })
  const html = await text(answer)
  await context.addCookies(
    (answer.headers['set-cookie'] ?? []).map((line) => {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      return { name: name!, value: value!, url: url.origin }
    }),
  )
  return { status: answer.statusCode ?? 0, location: answer.headers.location, html }
}

/** What a reader finds in the main part of a page. */
export function wordsOf({ html }: Answer): string {
  const main = /<main\b[\s\S]*<\/main>/.exec(html)?.[0] ?? html
  return main
    .replace(/<(style|script)\b[\s\S]*?<\/\1>|<[^>]*>/g, '')
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
}
