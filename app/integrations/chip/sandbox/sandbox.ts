import { api, refund } from './api.ts'
import { companyKey, deliver, post, type Sandbox, tellHooks } from './deliver.ts'
import { openKeys } from './keys.ts'
import { type ChipSandboxOptions, readOptions } from './options.ts'
import { checkoutPage, deskPage, endPage } from './pages.ts'
import { isPayable, isScenario, pay, play, type Scenario, setStatus } from './scenarios.ts'
import { type Kept, openStore } from './state.ts'

export interface ChipSandbox {
  /** Below the base path; others get 404. */
  handle(request: Request): Promise<Response>
  /** Stops deliveries, ends hanging replies and writes the state down. */
  close(): Promise<void>
}

/**
 * CHIP Collect for demo and tests: its API, a page to pay on, a portal, and everything that is known to go wrong; with
 * keys, memory and signing of its own. Throws when the options say production.
 */
export async function createChipSandbox(options: ChipSandboxOptions): Promise<ChipSandbox> {
  const settings = readOptions(options)
  const [keys, store] = await Promise.all([openKeys(settings.directory), openStore(settings.directory)])
  const { state, save, flush } = store
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> = Promise.resolve()
  const now = () => settings.clock() + state.offset

  const sandbox: Sandbox = {
    ...{ settings, keys, state, now, save },
    note(entry) {
      state.journal.push({ at: new Date(now()).toISOString(), ...entry })
      save()
    },
    wake() {
      clearTimeout(timer)
      if (closing.signal.aborted) return
      const next = Math.min(...[...state.jobs, ...state.laters].map(({ due_at }) => due_at))
      if (next === Number.POSITIVE_INFINITY) return
      timer = setTimeout(
        () => {
          working = working.then(run)
        },
        Math.min(Math.max(0, next - now()), 2 ** 31 - 1),
      ).unref()
    },
  }

  /** What is due, at once, as it comes in earnest; and what follows from it. */
  async function run(): Promise<void> {
    for (;;) {
      const coming = state.laters.filter(({ due_at }) => due_at <= now())
      state.laters = state.laters.filter((one) => !coming.includes(one))
      for (const { id, scenario, method } of coming) {
        const kept = find(id)
        if (kept && isPayable(sandbox, kept)) act(kept, scenario as Scenario, method)
      }
      const due = state.jobs.filter(({ due_at }) => due_at <= now())
      state.jobs = state.jobs.filter((job) => !due.includes(job))
      if (coming.length + due.length === 0) break
      await Promise.all(due.map((job) => post(sandbox, job)))
    }
    sandbox.wake()
  }

  const find = (id: string | undefined) => state.kept.find(({ purchase }) => purchase.id === id)

  function act(kept: Kept, scenario: Scenario, method: string): string | null {
    return play(sandbox, kept, scenario, method, (after, next) => {
      state.laters.push({ due_at: now() + after, id: kept.purchase.id, scenario: next, method })
      sandbox.wake()
    })
  }

  async function checkout(request: Request, id: string | undefined, verb: string | undefined) {
    const kept = find(id)
    if (!kept) return words(404, 'No such purchase')
    if (!isPayable(sandbox, kept) || kept.purchase.status === 'pending_execute') return endPage(kept, true)
    if (request.method !== 'POST' || verb !== 'pay') {
      if (kept.purchase.status === 'created') setStatus(sandbox, kept, 'viewed')
      return checkoutPage(sandbox, kept, new URL(request.url).searchParams.get('preferred'))
    }
    const form = new URLSearchParams(await request.text())
    const scenario = form.get('scenario') ?? ''
    const method = form.get('method') ?? kept.whitelist[0] ?? ''
    if (!isScenario(scenario) || !kept.whitelist.includes(method)) return words(400, 'Not among the choices')
    const to = act(kept, scenario, method)
    if (scenario === 'declined') return checkoutPage(sandbox, kept, method)
    // A link and no redirect: a form that leads elsewhere is stopped by the page's own policy.
    return endPage(kept, to !== null)
  }

  function portal(id: string | undefined, verb: string | undefined): Response {
    const kept = find(id)
    if (!kept) return words(404, 'No such purchase')
    if (verb === 'refund') refund(sandbox, kept, {})
    if (verb === 'chargeback') {
      kept.purchase.refundable_amount = 0
      setStatus(sandbox, kept, 'chargeback')
      const related_to = { type: 'purchase', id: kept.purchase.id }
      tellHooks(sandbox, kept, 'payment.charged_back', { body: { type: 'payment', related_to } })
    }
    return new Response(null, { status: 303, headers: { location: settings.publicUrl } })
  }

  /** For tests: what somebody does elsewhere, and how the next calls go wrong. */
  async function control(request: Request, action: string): Promise<Response> {
    if (request.method === 'GET') return Response.json(state)
    const given = (await request.json().catch(() => ({}))) as Record<string, string>
    if (action === 'trouble') Object.assign(state.trouble, { create: null, read: null, refund: null }, given)
    if (action === 'rotate') state.rotated = true
    if (action === 'advance') state.offset += Number(given.ms)
    const kept = state.kept.find(({ purchase }) => [purchase.id, purchase.reference].includes(given.of ?? ''))
    if (action === 'play' && kept) act(kept, given.scenario as Scenario, given.method ?? kept.whitelist[0]!)
    if (action === 'pay' && kept) pay(sandbox, kept, kept.whitelist[0]!)
    if (action === 'status' && kept) setStatus(sandbox, kept, given.status!)
    if (action === 'refund' && kept)
      refund(sandbox, kept, given.amount ? { amount: Number(given.amount) } : {})
    if (action === 'callback' && kept?.success_callback)
      deliver(sandbox, {
        url: kept.success_callback,
        body: kept.purchase,
        key: companyKey(sandbox, kept.purchase.is_test),
      })
    save()
    // Everything that is due has been brought when this is answered.
    clearTimeout(timer)
    working = working.then(run)
    await working
    return Response.json(kept?.purchase ?? null)
  }

  sandbox.wake()
  return {
    async handle(request) {
      const { pathname, search } = new URL(request.url)
      if (!`${pathname}/`.startsWith(`${settings.basePath}/`)) return words(404, 'Not found')
      const path = pathname.slice(settings.basePath.length + 1)
      const [first, id, verb] = path.split('/')
      if (path.startsWith('api/v1/'))
        return api(sandbox, request, path.slice('api/v1/'.length) + search, closing.signal)
      if (first === 'p') return checkout(request, id, verb)
      if (first === 'portal' && request.method === 'POST') return portal(id, verb)
      if (first === '__control' && settings.control) return control(request, id ?? '')
      return path === '' && request.method === 'GET' ? deskPage(sandbox) : words(404, 'Not found')
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      await working
      await flush()
    },
  }
}

const words = (status: number, text: string) =>
  new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
