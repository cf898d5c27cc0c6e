import { setTimeout as sleep } from 'node:timers/promises'
import { smsSandbox } from '../settings.ts'
import { type Behaviour, behaviourOf, type Mode, modes } from './behaviour.ts'
import { openMessages, type StoredMessage } from './messages.ts'
import { listPage } from './pages.ts'
import { type Reporter, reporter } from './reporter.ts'

export interface SmsSandboxOptions {
  /** `<dataDir>/sandbox/sms` in the product. */
  folder: string
  /** Where the pages and the gateways are mounted, without a slash at the end. */
  basePath?: string
  /** Milliseconds that a slow answer takes. */
  slowMs?: number
  /** Where it reports what became of a message; without it nothing is reported. */
  reportTo?: ((channel: StoredMessage['channel']) => string) | undefined
  /** Milliseconds until a report. */
  reportMs?: number
  /** Whether one reference is one message, however often it comes. */
  deduplicates?: boolean
}

export interface SmsSandbox {
  /** 404 for everything but gateway calls and pages. */
  handle(request: Request): Promise<Response>
  /** The newest first. */
  messages(): readonly StoredMessage[]
  /** Messages that went to a phone, by channel and reference: `sms 0190…`. */
  taken(): ReadonlyMap<string, number>
  /** What its page switches. */
  switch(mode: Mode): void
  /** Once nothing is to be reported any more. */
  reported(): Promise<void>
  /** Once everything is in its file. */
  saved(): Promise<void>
}

/**
 * Keeps every message and sends none on: a gateway for SMS that speaks as the Malaysian ones do (everything is 200, the
 * text says what happened), one for WhatsApp that speaks JSON, and a page. How a number is treated is said by its last
 * digits; see `behaviour.ts`.
 */
export async function createSmsSandbox(options: SmsSandboxOptions): Promise<SmsSandbox> {
  const { folder, basePath = smsSandbox.path, slowMs = 3_000, deduplicates = true } = options
  const store = await openMessages(folder)
  const reports: Reporter = reporter(store, { to: options.reportTo, ms: options.reportMs ?? 2_000 })
  let mode: Mode = 'normal'
  /** By channel and reference: the id of the message, and on how many phones it is. */
  const known = new Map<string, { id: string; times: number }>()
  for (const { channel, reference, id } of store.list())
    if (reference) known.set(`${channel} ${reference}`, { id, times: 1 })

  async function take(
    message: Omit<StoredMessage, 'id' | 'received_at'>,
    say: Record<'done' | Refusing, (id: string) => Response>,
    signal: AbortSignal,
  ): Promise<Response> {
    const behaviour = behaviourOf(message.to)
    if (mode === 'down') return say.broken('')
    if (isRefusing(behaviour)) return say[behaviour]('')
    const { id } = await accept(message, behaviour)
    const never = 3_600_000
    const isSilent = behaviour === 'silent' || mode === 'silent'
    if (isSilent || behaviour === 'slow' || mode === 'slow')
      await sleep(isSilent ? never : slowMs, undefined, { signal, ref: false }).catch(() => {})
    return say.done(id)
  }

  /** Before anything is awaited: two with one reference may come at the same time. */
  async function accept(message: Omit<StoredMessage, 'id' | 'received_at'>, behaviour: Behaviour) {
    const key = message.reference && `${message.channel} ${message.reference}`
    const before = key ? known.get(key) : undefined
    if (before && deduplicates) return before
    const counted = { id: '', times: (before?.times ?? 0) + 1 }
    if (key) known.set(key, counted)
    const stored = await store.add(message)
    counted.id = stored.id
    reports.plan(stored, behaviour)
    return counted
  }

  function status(path: string): Response {
    const [, channel, reference] = /^\/status\/(sms|whatsapp)\/([\w-]+)$/.exec(path) ?? []
    const found = known.get(`${channel} ${reference}`)
    return mode === 'down'
      ? words('Service Unavailable', 500)
      : words(found ? `FOUND:${found.id}` : 'UNKNOWN')
  }

  async function sms(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const field = (name: string) => form.get(name) ?? ''
    if (field('un') !== smsSandbox.user || field('pwd') !== smsSandbox.password)
      return words('-1001 = AUTHENTICATION FAILED')
    if (!/^601\d{8,9}$/.test(field('dstno'))) return words('-1008 = INVALID NUMBER')
    if (field('msg').length === 0 || field('msg').length > 700) return words('-1006 = INVALID BODY LENGTH')
    return take(
      {
        ...{ channel: 'sms', to: field('dstno'), sender: field('sendid'), text: field('msg') },
        ...(field('ref') && { reference: field('ref') }),
      },
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
    const {
      to,
      text,
      biz_opaque_callback_data: reference,
    } = (await request.json().catch(() => ({}))) as {
      to?: unknown
      text?: { body?: unknown }
      biz_opaque_callback_data?: unknown
    }
    if (typeof to !== 'string' || !/^601\d{8,9}$/.test(to) || typeof text?.body !== 'string')
      return Response.json({ error: { code: 100 } }, { status: 400 })
    return take(
      {
        ...{ channel: 'whatsapp', to, sender: '', text: text.body.slice(0, 4_096) },
        ...(typeof reference === 'string' && { reference }),
      },
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
    taken: () => new Map([...known].map(([key, { times }]) => [key, times])),
    switch: (given) => {
      mode = given
    },
    reported: reports.idle,
    saved: store.saved,
    async handle(request) {
      const url = new URL(request.url)
      const path = url.pathname.startsWith(basePath) ? url.pathname.slice(basePath.length) : '?'
      if (request.method === 'POST' && path === '/send') return sms(request)
      if (request.method === 'POST' && path === '/whatsapp') return whatsApp(request)
      const isOwnPage = request.headers.get('sec-fetch-site') !== 'cross-site'
      if (request.method === 'POST' && isOwnPage && (path === '/clear' || path === '/switch')) {
        if (path === '/clear') await store.clear()
        else {
          const wanted = new URLSearchParams(await request.text()).get('mode')
          mode = modes.find((one) => one === wanted) ?? mode
        }
        return new Response(null, { status: 303, headers: { location: basePath } })
      }
      if (request.method === 'GET' && path.startsWith('/status/')) return status(path)
      if (request.method !== 'GET' || (path !== '' && path !== '/')) return words('Not found', 404)
      const search = url.searchParams.get('q') ?? ''
      const wanted = search.replace(/\D/g, '').replace(/^0/, '')
      return listPage(
        basePath,
        store.list().filter(({ to }) => to.includes(wanted)),
        { search, mode },
      )
    },
  }
}

type Refusing = 'no_credit' | 'web_page' | 'broken' | 'refused'

const refusing: readonly string[] = ['no_credit', 'web_page', 'broken', 'refused'] satisfies Refusing[]
const isRefusing = (behaviour: Behaviour): behaviour is Refusing => refusing.includes(behaviour)

const words = (text: string, status = 200) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
