import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { attribute, decoded } from './form-fields.ts'

/** What a browser shows after it has followed all redirects. */
export interface Page {
  url: URL
  status: number
  type: string
  body: Buffer
  html: string
}

export interface Visitor {
  open(address: string | URL, from?: Page): Promise<Page>
  /** Follows the first link of a page whose address fits. */
  follow(page: Page, address: RegExp): Promise<Page>
  /** Sends the form with this button as it was filled in, but for `values`. */
  press(page: Page, button: RegExp, values?: Record<string, string>): Promise<Page>
}

interface Sent {
  method: string
  body?: string
}

/**
 * A browser without scripts for a product that runs: every host is at one port of this machine, cookies are kept for each
 * host, redirects are followed.
 */
export function visitor(port: number): Visitor {
  const jars = new Map<string, Map<string, string>>()

  async function ask(url: URL, { method, body }: Sent) {
    const jar = jars.get(url.host) ?? new Map<string, string>()
    jars.set(url.host, jar)
    const asked = request({
      port,
      method,
      host: '127.0.0.1',
      path: url.pathname + url.search,
      headers: {
        host: url.host,
        accept: 'text/html',
        'accept-language': 'en',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'sec-fetch-site': 'same-origin',
        ...(body !== undefined && {
          origin: url.origin,
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        }),
      },
    })
    asked.end(body)
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.once('response', resolve).once('error', reject)
    })
    for (const line of response.headers['set-cookie'] ?? []) {
      const [name, value] = line.split(';')[0]!.split(/=(.*)/s) as [string, string]
      if (/max-age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return { response, content: await buffer(response) }
  }

  async function load(url: URL, sent: Sent): Promise<Page> {
    const { response, content } = await ask(url, sent)
    const { statusCode: status = 0, headers } = response
    if (headers.location) {
      const again = status === 307 || status === 308 ? sent : { method: 'GET' }
      return load(new URL(headers.location, url), again)
    }
    return { url, status, type: headers['content-type'] ?? '', body: content, html: content.toString() }
  }

  const open: Visitor['open'] = (address, from) => load(new URL(address, from?.url), { method: 'GET' })

  return {
    open,
    follow(page, address) {
      const links = [...page.html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href]) => decoded(href!))
      const link = links.find((href) => address.test(href))
      if (!link) throw new Error(`${page.url} has no link to ${address}:\n${wordsOf(page)}`)
      return open(link, page)
    },
    press(page, button, values = {}) {
      const form = formWith(page, button)
      const fields = new URLSearchParams({ ...form.fields, ...values })
      const url = new URL(form.action, page.url)
      if (form.method === 'post') return load(url, { method: 'POST', body: String(fields) })
      url.search = String(fields)
      return open(url)
    },
  }
}

/** What a reader sees of a page. */
export function wordsOf({ html }: Pick<Page, 'html'>): string {
  const body = html.replace(/^[\s\S]*?<body/, '<body').replace(/<(style|script|svg)[\s\S]*?<\/\1>/g, '')
  return decoded(body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' '))
}

function formWith(page: Page, button: RegExp) {
  for (const [whole, head = ''] of page.html.matchAll(/<form\b([^>]*)>[\s\S]*?<\/form>/g)) {
    for (const [, tag = '', inside = ''] of whole.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)) {
      if (!button.test(wordsOf({ html: inside }).trim())) continue
      const name = attribute(tag, 'name')
      const own = name ? { [name]: attribute(tag, 'value') ?? '' } : {}
      const action = attribute(head, 'action') ?? page.url.href
      return { action, method: attribute(head, 'method') ?? 'get', fields: { ...fieldsIn(whole), ...own } }
    }
  }
  throw new Error(`${page.url} has no button ${button}:\n${wordsOf(page)}`)
}

function fieldsIn(form: string): Record<string, string> {
  const fields: Record<string, string> = {}
  const put = (tag: string, value: string | undefined) => {
    const name = attribute(tag, 'name')
    if (name) fields[name] = value ?? ''
  }
  for (const [tag] of form.matchAll(/<input\b[^>]*>/g)) {
    const choice = /^(checkbox|radio)$/.test(attribute(tag, 'type') ?? '')
    if (!choice || /\schecked\b/.test(tag)) put(tag, attribute(tag, 'value'))
  }
  for (const [, tag = '', text = ''] of form.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g))
    put(tag, decoded(text))
  for (const [, tag = '', options = ''] of form.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const all = [...options.matchAll(/<option\b[^>]*>/g)].map(([option]) => option)
    put(tag, attribute(all.find((option) => /\sselected\b/.test(option)) ?? all[0] ?? '', 'value'))
  }
  return fields
}
