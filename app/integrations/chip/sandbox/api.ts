import { randomUUID } from 'node:crypto'
import { companyKey, type Sandbox, tellHooks } from './deliver.ts'
import { isPayable, setStatus } from './scenarios.ts'
import type { Kept } from './state.ts'

const on = ['fpx', 'fpx_b2b1', 'visa', 'mastercard', 'maestro', 'duitnow_qr', 'razer_tng', 'razer_grabpay']

const json = (status: number, body: unknown) => Response.json(body, { status })
const refuse = (status: number, code: string, message: string, list = false) =>
  json(status, { __all__: list ? [{ code, message }] : { code, message } })
const wait = (signal: AbortSignal) =>
  new Promise<Response>((resolve) => {
    const end = () => resolve(new Response(null, { status: 504 }))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })

/** By the last two digits of the sum, so that a person can let the making of a purchase go wrong. */
const bySum: Readonly<Record<number, string>> = {
  91: 'silent_after',
  92: 'silent_before',
  93: 'error',
  94: 'refused',
  95: 'busy',
}

/** What the merchant's server calls; `path` begins after `/api/v1/`, and without its slash at the end there is nothing. */
export async function api(
  sandbox: Sandbox,
  request: Request,
  path: string,
  closing: AbortSignal,
): Promise<Response> {
  const { testKey, liveKey } = sandbox.settings
  const bearer = request.headers.get('authorization')
  const is_test = bearer === `Bearer ${testKey}`
  if (!is_test && bearer !== `Bearer ${liveKey}`)
    return refuse(401, 'authentication_failed', 'Invalid token.')
  if (!path.split('?')[0]!.endsWith('/')) return new Response('Not found', { status: 404 })
  const call = `${request.method} ${path.split('/')[0]}`
  const gone = AbortSignal.any([request.signal, closing])
  if (call === 'GET payment_methods') return methods(sandbox, request)
  if (call === 'GET public_key') {
    const pem = sandbox.keys[companyKey(sandbox, is_test)].public
    return json(200, sandbox.state.literal ? pem.replaceAll('\n', '\\n') : pem)
  }
  if (path.startsWith('webhooks/')) return webhooks(sandbox, request, path, is_test)
  if (path.startsWith('purchases/')) return purchases(sandbox, request, path, is_test, gone)
  return new Response('Not found', { status: 404 })
}

function methods({ settings }: Sandbox, request: Request): Response {
  const brand = new URL(request.url).searchParams.get('brand_id')
  if (brand !== settings.brandId) return json(400, { brand_id: ['No such brand.'] })
  return json(200, { available_payment_methods: on, by_country: { MY: on }, names: {} })
}

async function webhooks(sandbox: Sandbox, request: Request, path: string, is_test: boolean) {
  const { state, keys } = sandbox
  const id = path.split('/')[1] ?? ''
  const found = state.webhooks.find((hook) => hook.id === id && hook.is_test === is_test)
  if (request.method === 'DELETE') {
    state.webhooks = state.webhooks.filter((hook) => hook !== found)
    sandbox.save()
    return new Response(null, { status: found ? 204 : 404 })
  }
  if (request.method === 'GET') return json(200, id ? (found ?? null) : state.webhooks)
  const given = (await request.json().catch(() => ({}))) as Record<string, unknown>
  const { title, callback, events = [], all_events = false } = given
  if (typeof title !== 'string' || title.length > 100 || typeof callback !== 'string')
    return json(400, { callback: [{ code: 'required', message: 'This field is required.' }] })
  const hook = {
    id: randomUUID(),
    title,
    callback,
    events: events as string[],
    all_events: !!all_events,
    is_test,
  }
  state.webhooks.push(hook)
  sandbox.save()
  return json(201, { ...hook, public_key: keys.hook.public })
}

async function purchases(
  sandbox: Sandbox,
  request: Request,
  path: string,
  is_test: boolean,
  gone: AbortSignal,
): Promise<Response> {
  const [, id, verb] = path.split('/')
  if (request.method === 'POST' && !id) return create(sandbox, request, is_test, gone)
  // The other mode's key finds nothing.
  const kept = sandbox.state.kept.find(({ purchase }) => purchase.id === id && purchase.is_test === is_test)
  const read = sandbox.state.trouble.read
  if (read === 'silent') return wait(gone)
  if (read === 'error') return new Response('<h1>Bad gateway</h1>', { status: 502 })
  if (read === 'busy') return refuse(429, 'throttled', 'Too many requests.')
  const flipped = sandbox.state.kept.find(({ purchase }) => purchase.id === id)
  if (request.method === 'GET' && !verb && flipped) {
    isPayable(sandbox, flipped)
    return json(200, flipped.purchase)
  }
  if (!kept) return refuse(404, 'not_found', 'Not found.')
  if (verb === 'cancel') return cancel(sandbox, kept)
  if (verb === 'refund') return refundAsked(sandbox, kept, await request.json().catch(() => ({})), gone)
  return new Response('Not found', { status: 404 })
}

function cancel(sandbox: Sandbox, kept: Kept): Response {
  if (!isPayable(sandbox, kept) || kept.purchase.status === 'pending_execute')
    return refuse(400, 'purchase_cancel_error', `Purchase is ${kept.purchase.status}.`, true)
  setStatus(sandbox, kept, 'cancelled')
  tellHooks(sandbox, kept, 'purchase.cancelled')
  return json(200, kept.purchase)
}

/** What the merchant's server asks for; by the last two digits of the sum it goes wrong as the making of a purchase does. */
function refundAsked(
  sandbox: Sandbox,
  kept: Kept,
  given: { amount?: number },
  gone: AbortSignal,
): Response | Promise<Response> {
  const sum = given.amount ?? kept.purchase.refundable_amount
  const trouble = sandbox.state.trouble.refund ?? bySum[sum % 100]
  sandbox.note({ kind: 'refund', id: kept.purchase.id, said: String(sum) })
  if (trouble === 'silent_before') return wait(gone)
  if (trouble === 'error') return new Response('<h1>Server error</h1>', { status: 500 })
  if (trouble === 'busy') return refuse(429, 'throttled', 'Too many requests.')
  if (trouble === 'refused')
    return refuse(400, 'purchase_refund_error', 'This method cannot be refunded.', true)
  // Then its call is lost, too, and only a question tells.
  const done = refund(sandbox, kept, given, trouble !== 'silent_after')
  if (trouble === 'silent_after') return wait(gone)
  if (trouble !== 'pending' || !done.ok) return done
  setStatus(sandbox, kept, 'pending_refund')
  return json(200, kept.purchase)
}

/** A part or all of it; what is left may be refunded later. Also what somebody does in the portal. */
export function refund(
  sandbox: Sandbox,
  kept: Kept,
  { amount }: { amount?: number },
  tells = true,
): Response {
  const { purchase } = kept
  const left = purchase.refundable_amount
  const sum = amount ?? left
  if (!purchase.payment || sum <= 0 || sum > left)
    return refuse(400, 'purchase_refund_error', `At most ${left} can be refunded.`)
  purchase.refundable_amount = left - sum
  if (left === sum) purchase.refund_availability = 'none'
  setStatus(sandbox, kept, 'refunded')
  const payment = {
    ...{ id: randomUUID(), type: 'payment', payment_type: 'refund', is_outgoing: true, amount: sum },
    ...{ currency: purchase.payment.currency, related_to: { type: 'purchase', id: purchase.id } },
  }
  if (tells) tellHooks(sandbox, kept, 'payment.refunded', { body: payment })
  return json(200, payment)
}

interface Given {
  brand_id?: string
  reference?: string
  client?: { email?: string; full_name?: string }
  purchase?: {
    products?: { name: string; price: number; quantity?: number }[]
    currency?: string
    total_override?: number
    due_strict?: boolean
  }
  due?: number
  payment_method_whitelist?: string[]
  success_redirect?: string
  failure_redirect?: string
  cancel_redirect?: string
  success_callback?: string
}

async function create(sandbox: Sandbox, request: Request, is_test: boolean, gone: AbortSignal) {
  const given = (await request.json().catch(() => null)) as Given | null
  const fault = given ? faultOf(sandbox, given) : { body: ['Not JSON.'] }
  if (!given || fault) return json(400, fault)
  const products = given.purchase!.products!.map((one) => ({ quantity: 1, ...one }))
  const total = products.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const trouble = sandbox.state.trouble.create ?? bySum[(given.purchase?.total_override ?? total) % 100]
  if (trouble === 'silent_before') return wait(gone)
  if (trouble === 'error') return new Response('<h1>Server error</h1>', { status: 500 })
  if (trouble === 'busy') return refuse(429, 'throttled', 'Too many requests.')
  if (trouble === 'refused') return refuse(400, 'brand_blocked', 'This brand may not sell now.', true)
  const kept = keep(sandbox, given, { is_test, products, total })
  if (trouble === 'silent_after') return wait(gone)
  return json(201, kept.purchase)
}

function faultOf({ settings }: Sandbox, { brand_id, client, purchase, ...given }: Given): object | null {
  if (brand_id !== settings.brandId) return { brand_id: ['Invalid brand.'] }
  if (!client?.email || client.email.length > 254)
    return { client: { email: [{ code: 'required', message: 'This field is required.' }] } }
  if (!purchase?.products?.length) return { purchase: { products: ['This field is required.'] } }
  if (purchase.currency !== 'MYR') return { purchase: { currency: ['Not accepted.'] } }
  if ((given.reference ?? '').length > 128) return { reference: ['Too long.'] }
  const urls = [given.success_redirect, given.failure_redirect, given.cancel_redirect, given.success_callback]
  if (urls.some((url) => url && (url.length > 500 || /[<>'"]/.test(url))))
    return { success_redirect: ['Invalid.'] }
  return null
}

function keep(
  sandbox: Sandbox,
  given: Given,
  {
    is_test,
    products,
    total,
  }: { is_test: boolean; products: Kept['purchase']['purchase']['products']; total: number },
): Kept {
  const id = randomUUID()
  const at = Math.floor(sandbox.now() / 1_000)
  const kept: Kept = {
    success_callback: given.success_callback ?? null,
    redirects: {
      success: given.success_redirect ?? null,
      failure: given.failure_redirect ?? null,
      cancel: given.cancel_redirect ?? null,
    },
    whitelist: (given.payment_method_whitelist ?? on).filter((method) => on.includes(method)),
    due: given.due ?? null,
    due_strict: given.purchase?.due_strict ?? false,
    purchase: {
      ...{ id, type: 'purchase', brand_id: given.brand_id!, reference: given.reference ?? null, is_test },
      company_id: '00000000-0000-4000-8000-0000000000c0',
      ...{ status: 'created', status_history: [{ status: 'created', timestamp: at }] },
      checkout_url: `${sandbox.settings.publicUrl}/p/${id}/`,
      ...{ created_on: at, updated_on: at, due: given.due ?? null },
      client: { email: given.client!.email!, full_name: given.client!.full_name ?? null },
      purchase: {
        ...{ total, total_override: given.purchase?.total_override ?? null, currency: 'MYR', products },
      },
      ...{ payment: null, transaction_data: { payment_method: '', flow: '', extra: {} } },
      ...{ refundable_amount: 0, refund_availability: 'none', marked_as_paid: false },
    },
  }
  sandbox.state.kept.push(kept)
  sandbox.note({ kind: 'create', id, said: given.reference ?? '' })
  sandbox.save()
  return kept
}
