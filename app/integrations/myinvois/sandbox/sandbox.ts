import { api } from './api.ts'
import { openAuthority } from './authority.ts'
import { control } from './control.ts'
import { desk } from './desk.ts'
import { type MyInvoisSandboxOptions, readOptions, type Settings } from './options.ts'
import { sharePage } from './pages/share.ts'
import type { Portal } from './portal.ts'
import { fileAll } from './register.ts'
import { openStore, type Store } from './store.ts'

export interface MyInvoisSandbox {
  /** Below the base path; others get 404. An answer that is lost by order is `Response.error()`. */
  handle(request: Request): Promise<Response>
  /** Ends hanging replies and writes down what is not yet written. */
  close(): Promise<void>
}

/**
 * LHDN's MyInvois for demo and tests: identity, API, portal and the authority that signs certificates, with its own reading of
 * documents and signatures, and everything that is known to go wrong. Nothing in it waits: what has become due by its clock
 * is done when somebody asks. Throws when the options say production.
 */
export async function createMyInvoisSandbox(options: MyInvoisSandboxOptions): Promise<MyInvoisSandbox> {
  const settings = readOptions(options)
  const store = await openStore(settings.directory, settings.switches)
  seed(settings, store)
  const now = () => settings.clock() + store.meta.offset
  const portal: Portal = {
    ...{ settings, store, now },
    index: {
      ...{ sent: new Map(), received: new Map(), waiting: [], twins: new Map(), corrections: new Map() },
      ...{ payloads: new Map(), buckets: new Map(), generations: new Map() },
    },
    settling: Promise.resolve(),
    trouble: { orders: [] },
    calls: [],
    authority: await openAuthority(settings.directory, now()),
  }
  fileAll(portal)
  const closing = new AbortController()

  return {
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url)
      if (!`${pathname}/`.startsWith(`${settings.basePath}/`)) return words(404, 'Not found')
      const path = pathname.slice(settings.basePath.length) || '/'
      if (path.startsWith('/api/') || path.startsWith('/connect/'))
        return api(portal, request, path, searchParams, closing.signal)
      if (path.startsWith('/__control/') && settings.control)
        return control(portal, request, path.slice('/__control/'.length), searchParams)
      const shared = /^\/([0-9A-Z]{26})\/share\/([0-9A-Z]*)$/.exec(path)
      if (shared && request.method === 'GET') return sharePage(portal, shared[1] ?? '', shared[2] ?? '')
      return path === '/' || path.startsWith('/desk/') ? desk(portal, request, path) : words(404, 'Not found')
    },
    async close() {
      closing.abort()
      await store.close()
    },
  }
}

/** What the options name is known from the start, and stands over what was remembered. */
function seed({ clients, taxpayers, appointments }: Settings, { put }: Store): void {
  for (const client of clients) put('clients', client.clientId, client)
  for (const taxpayer of taxpayers) put('taxpayers', taxpayer.tin, taxpayer)
  for (const one of appointments) put('appointments', `${one.intermediaryTin} ${one.tin}`, one)
}

const words = (status: number, text: string) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
