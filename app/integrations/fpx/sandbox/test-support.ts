import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequestListener } from '@mjackson/node-fetch-server'
import type { SandboxOptions } from './options.ts'
import { createSandbox } from './sandbox.ts'

export interface Arrival {
  channel: 'direct' | 'indirect'
  body: string
  origin: string | null
}

/**
 * On real ports. The merchant keeps what arrives and answers direct ACs as `answer` says. The clock stands at the
 * machine's time; `advance` moves it through the control API.
 */
export async function openWorld(options: Partial<SandboxOptions> = {}) {
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'fpx-sandbox-'))
  const arrivals: Arrival[] = []
  const merchant = {
    answer: async (_body: string): Promise<Response> => new Response('OK'),
  }
  const shop = await listen(async (request) => {
    const channel = new URL(request.url).pathname === '/fpx/direct' ? 'direct' : 'indirect'
    const body = await request.text()
    arrivals.push({ channel, body, origin: request.headers.get('origin') })
    return channel === 'direct' ? merchant.answer(body) : new Response('status page')
  })

  let handle: (request: Request) => Promise<Response> = async () => new Response(null, { status: 503 })
  const door = await listen((request) => handle(request))
  const url = `http://127.0.0.1:${door.port}/sandbox/fpx`
  const sandbox = await createSandbox({
    mode: 'test',
    basePath: '/sandbox/fpx',
    publicUrl: url,
    directUrl: `http://127.0.0.1:${shop.port}/fpx/direct`,
    indirectUrl: `http://127.0.0.1:${shop.port}/fpx/indirect`,
    control: true,
    ...options,
    directory,
  })
  handle = sandbox.handle

  const read = (name: string) => readFileSync(join(directory, name), 'utf8')
  return {
    url,
    directory,
    arrivals,
    merchant,
    privateKey: read('merchant/EX00000000.key'),
    certificates: ['previous', 'current', 'next'].map((name) => read(`published/fpxuat_${name}.cer`)),
    /** POSTs `fields`, or GETs a view when there are none. */
    control: async (action: string, fields?: Record<string, string>) => {
      const response = await fetch(`${url}/__control/${action}`, fields ? form(fields) : {})
      return { status: response.status, body: await response.json() }
    },
    close: async ({ keep = false } = {}) => {
      await sandbox.close()
      await Promise.all([door.close(), shop.close()])
      if (!keep) rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>

export function form(fields: Record<string, string>): RequestInit {
  return { method: 'POST', body: new URLSearchParams(fields) }
}

export interface Screen {
  url: string
  status: number
  text: string
  forms: {
    action: string
    fields: Record<string, string>
    buttons: { name: string; value: string; label: string }[]
  }[]
}

/** Follows redirects as a browser does. */
export async function browse(url: string, init: RequestInit = {}): Promise<Screen> {
  const response = await fetch(url, init)
  const text = await response.text()
  return {
    url: response.url,
    status: response.status,
    text,
    forms: text.match(/<form[\s\S]*?<\/form>/g)?.map(readForm) ?? [],
  }
}

/** With the form's own values and those given over them. */
export function press(screen: Screen, label: string, values: Record<string, string> = {}): Promise<Screen> {
  for (const { action, fields, buttons } of screen.forms) {
    const button = buttons.find((candidate) => candidate.label === label)
    if (button)
      return browse(
        action,
        form({ ...fields, ...values, ...(button.name && { [button.name]: button.value }) }),
      )
  }
  throw new Error(`no button "${label}" at ${screen.url}:\n${screen.text}`)
}

function readForm(source: string): Screen['forms'][number] {
  const fields: Record<string, string> = {}
  for (const [tag] of source.matchAll(/<input[^>]*>/g))
    if (attribute(tag, 'type') !== 'radio' || tag.includes(' checked'))
      fields[attribute(tag, 'name')] = attribute(tag, 'value')
  const buttons = [...source.matchAll(/<button([^>]*)>([^<]*)</g)].map(([, tag = '', label = '']) => ({
    name: attribute(tag, 'name'),
    value: attribute(tag, 'value'),
    label: unescaped(label),
  }))
  return { action: attribute(source, 'action'), fields, buttons }
}

function attribute(tag: string, name: string): string {
  return unescaped(new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

async function listen(handler: (request: Request) => Promise<Response>) {
  const server = createServer(createRequestListener(handler))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
