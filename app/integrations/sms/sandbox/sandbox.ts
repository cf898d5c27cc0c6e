import { setTimeout as sleep } from 'node:timers/promises'
import { smsSandbox } from '../settings.ts'
import { type Behaviour, behaviourOf } from './behaviour.ts'
import { openMessages, type StoredMessage } from './messages.ts'
import { listPage } from './pages.ts'

export interface SmsSandboxOptions {
  /** `<dataDir>/sandbox/sms` in the product. */
  folder: string
  /** Where the pages and the gateways are mounted, without a slash at the end. */
  basePath?: string
  /** Milliseconds that a slow answer takes. */
  slowMs?: number
}

export interface SmsSandbox {
  /** 404 for everything but gateway calls and pages. */
  handle(request: Request): Promise<Response>
  /** The newest first. */
  messages(): readonly StoredMessage[]
}

/**
 * Keeps every message and sends none on: a gateway for SMS that speaks as the Malaysian ones do (everything is 200, the
 * text says what happened), one for WhatsApp that speaks JSON, and a page. How a number is treated is said by its last
 * digits; see `behaviour.ts`.
 */
export async function createSmsSandbox(options: SmsSandboxOptions): Promise<SmsSandbox> {
  const { folder, basePath = smsSandbox.path, slowMs = 3_000 } = options
  const store = await openMessages(folder)

  async function take(
    message: Omit<StoredMessage, 'id' | 'received_at'>,
    say: Record<'done' | Exclude<Behaviour, 'accept' | 'slow' | 'silent'>, (id: string) => Response>,
    signal: AbortSignal,
  ): Promise<Response> {
    const behaviour = behaviourOf(message.to)
    if (behaviour !== 'accept' && behaviour !== 'slow' && behaviour !== 'silent') return say[behaviour]('')
    const { id } = await store.add(message)
    const never = 3_600_000
    if (behaviour !== 'accept')
      await sleep(behaviour === 'slow' ? slowMs : never, undefined, { signal, ref: false }).catch(() => {})
    return say.done(id)
  }

  async function sms(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const field = (name: string) => form.get(name) ?? ''
    if (field('un') !== smsSandbox.user || field('pwd') !== smsSandbox.password)
      return words('-1001 = AUTHENTICATION FAILED')
    if (!/^601\d{8,9}$/.test(field('dstno'))) return words('-1008 = INVALID NUMBER')
    if (field('msg').length === 0 || field('msg').length > 700) return words('-1006 = INVALID BODY LENGTH')
    return take(
      { channel: 'sms', to: field('dstno'), sender: field('sendid'), text: field('msg') },
      {
        done: (id) => words(`2000 = SUCCESS:${id}`),
        no_credit: () => words('-1004 = INSUFFICIENT CREDITS'),
        refused: () => words('-1008 = INVALID NUMBER'),
        web_page: () =>
          new Response('<html><title>Maintenance</title></html>', {
            headers: { 'content-type': 'text/html' },
          }),
        broken: () => words('Service Unavailable', 500),
      },
      request.signal,
    )
  }

  async function whatsApp(request: Request): Promise<Response> {
    if (request.headers.get('authorization') !== `Bearer ${smsSandbox.password}`)
      return Response.json({ error: { code: 190 } }, { status: 401 })
    const { to, text } = (await request.json().catch(() => ({}))) as {
      to?: unknown
      text?: { body?: unknown }
    }
    if (typeof to !== 'string' || !/^601\d{8,9}$/.test(to) || typeof text?.body !== 'string')
      return Response.json({ error: { code: 100 } }, { status: 400 })
    return take(
      { channel: 'whatsapp', to, sender: '', text: text.body.slice(0, 4_096) },
      {
        done: (id) => Response.json({ messages: [{ id }] }),
        no_credit: () => Response.json({ error: { code: 131042 } }),
        refused: () => Response.json({ error: { code: 131026 } }),
        web_page: () => new Response('<html></html>', { headers: { 'content-type': 'text/html' } }),
        broken: () => Response.json({ error: { code: 1 } }, { status: 500 }),
      },
      request.signal,
    )
  }

  return {
    messages: store.list,
    async handle(request) {
      const url = new URL(request.url)
      const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : '?'
      if (request.method === 'POST' && path === '/send') return sms(request)
      if (request.method === 'POST' && path === '/whatsapp') return whatsApp(request)
      if (
        request.method === 'POST' &&
        path === '/clear' &&
        request.headers.get('sec-fetch-site') !== 'cross-site'
      ) {
        await store.clear()
        return new Response(null, { status: 303, headers: { location: basePath } })
      }
      if (request.method !== 'GET' || (path !== '' && path !== '/')) return words('Not found', 404)
      const search = url.searchParams.get('q') ?? ''
      const wanted = search.replace(/\D/g, '').replace(/^0/, '')
      return listPage(
        basePath,
        store.list().filter(({ to }) => to.includes(wanted)),
        search,
      )
    },
  }
}

const words = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
