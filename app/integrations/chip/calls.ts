import { z } from 'zod'
import type { CallOptions, Unknown } from '../gateway/gateway.ts'
import { call, type Reply, refusalOf, unknown } from './client.ts'
import type { ChipConfig } from './config.ts'
import { type Purchase, readPurchase } from './purchase.ts'
import { readKey } from './signature.ts'

/** CHIP understood and said no: nothing was done. */
export interface Refused {
  kind: 'refused'
  status: number
  detail: string
}

export interface NewPurchase {
  /** Ours, by which a purchase is recognised whose id never reached us. */
  reference: string
  amount_sen: number
  /** What it is for, in one line. */
  name: string
  email: string
  full_name: string | null
  language: 'en' | 'ms'
  methods: readonly string[]
  /** After it the purchase cannot be paid any more. */
  due: Date
  /** Where the payer's browser comes back to, whatever became of it: it proves nothing. */
  back: string
  /** What CHIP's server calls once it is paid. */
  callback: string
}

export type Made = { kind: 'made'; purchase: Purchase; body: string } | Refused | Unknown

/** Never asked twice: CHIP knows no key by which a repeated call would be recognised. */
export async function createPurchase(
  config: ChipConfig,
  asked: NewPurchase,
  options?: CallOptions,
): Promise<Made> {
  const reply = await call(config, 'POST', 'purchases/', bodyOf(config, asked), options)
  if (reply.kind === 'unknown') return reply
  if (reply.status >= 300) return refused(reply)
  return made(reply)
}

/** One line with the whole sum, so that nothing can be added up otherwise; no more of the payer than CHIP demands. */
function bodyOf(config: ChipConfig, asked: NewPurchase) {
  return {
    brand_id: config.brandId,
    reference: asked.reference,
    client: {
      email: asked.email,
      // Apostrophes once broke FPX behind it.
      ...(asked.full_name ? { full_name: asked.full_name.replace(/[<>"'’`]/g, '').slice(0, 128) } : {}),
    },
    purchase: {
      currency: 'MYR',
      timezone: 'Asia/Kuala_Lumpur',
      language: asked.language,
      due_strict: true,
      total_override: asked.amount_sen,
      products: [{ name: asked.name.slice(0, 256), price: asked.amount_sen, quantity: 1 }],
    },
    due: Math.floor(asked.due.getTime() / 1_000),
    payment_method_whitelist: asked.methods,
    success_redirect: asked.back,
    failure_redirect: asked.back,
    cancel_redirect: asked.back,
    success_callback: asked.callback,
    send_receipt: false,
    platform: 'web',
    creator_agent: 'Lunas',
  }
}

/** How it stands: the only source that money is booked by. */
export async function fetchPurchase(config: ChipConfig, id: string, options?: CallOptions): Promise<Made> {
  const reply = await call(config, 'GET', `purchases/${id}/`, undefined, options)
  if (reply.kind === 'unknown') return reply
  if (reply.status >= 300) return refused(reply)
  return made(reply)
}

/** After it the purchase cannot be paid; one that is paid already is refused. */
export async function cancelPurchase(config: ChipConfig, id: string, options?: CallOptions): Promise<Made> {
  const reply = await call(config, 'POST', `purchases/${id}/cancel/`, {}, options)
  if (reply.kind === 'unknown') return reply
  if (reply.status >= 300) return refused(reply)
  return made(reply)
}

/** CHIP took it; `reference` is its own for what goes back. A query tells when that has been done. */
export type RefundTaken = { kind: 'taken'; reference: string } | Refused | Unknown

const refundForm = z.object({ id: z.string().min(1).max(64) })

/**
 * Has a part of a purchase, or all of it, sent back. Never asked twice: CHIP would send it back twice. Any answer but a
 * refusal leaves it to the purchase itself to say what went back.
 */
export async function refundPurchase(
  config: ChipConfig,
  id: string,
  amount_sen: number,
  options?: CallOptions,
): Promise<RefundTaken> {
  const reply = await call(config, 'POST', `purchases/${id}/refund/`, { amount: amount_sen }, options)
  if (reply.kind === 'unknown') return reply
  if (reply.status >= 300) return refused(reply)
  const taken = refundForm.safeParse(reply.json).data
  return taken
    ? { kind: 'taken', reference: taken.id }
    : unknown('form', 'an answer of another form', reply.body)
}

const methodsForm = z.object({ available_payment_methods: z.array(z.string().max(60)).max(200) })

/** Those that CHIP has switched on for the brand; proves key and brand together. */
export async function fetchMethods(
  config: ChipConfig,
  options?: CallOptions,
): Promise<{ kind: 'methods'; methods: string[] } | Refused | Unknown> {
  const query = new URLSearchParams({ brand_id: config.brandId, currency: 'MYR' })
  const reply = await call(config, 'GET', `payment_methods/?${query}`, undefined, options)
  if (reply.kind === 'unknown') return reply
  if (reply.status >= 300) return refused(reply)
  const found = methodsForm.safeParse(reply.json).data
  return found
    ? { kind: 'methods', methods: found.available_payment_methods }
    : unknown('form', 'an answer of another form', reply.body)
}

export type Key = { kind: 'key'; pem: string } | Refused | Unknown

/** By which callbacks of its purchases are verified: one for the company, another in test mode. */
export async function fetchKey(config: ChipConfig, options?: CallOptions): Promise<Key> {
  const reply = await call(config, 'GET', 'public_key/', undefined, options)
  if (reply.kind === 'unknown') return reply
  if (reply.status >= 300) return refused(reply)
  const pem = readKey(reply.json)
  return pem ? { kind: 'key', pem } : unknown('form', 'no RSA key', null)
}

export type Hook = { kind: 'hook'; id: string; pem: string } | Refused | Unknown

const hookForm = z.object({ id: z.string().min(1).max(64), public_key: z.string() })

/** What happens to money behind our back is told by these, and by nothing else. */
const events = ['purchase.paid', 'purchase.cancelled', 'payment.refunded', 'payment.charged_back']

/** Each webhook signs with a key of its own. */
export async function createHook(config: ChipConfig, callback: string, options?: CallOptions): Promise<Hook> {
  const reply = await call(config, 'POST', 'webhooks/', { title: 'Lunas', callback, events }, options)
  if (reply.kind === 'unknown') return reply
  if (reply.status >= 300) return refused(reply)
  const hook = hookForm.safeParse(reply.json).data
  const pem = readKey(hook?.public_key)
  return hook && pem ? { kind: 'hook', id: hook.id, pem } : unknown('form', 'no webhook', reply.body)
}

/** Gone also when CHIP does not know it any more. */
export async function deleteHook(
  config: Pick<ChipConfig, 'url' | 'secretKey'>,
  id: string,
  options?: CallOptions,
): Promise<{ kind: 'gone' } | Refused | Unknown> {
  const reply = await call(config, 'DELETE', `webhooks/${encodeURIComponent(id)}/`, undefined, options)
  if (reply.kind === 'unknown') return reply
  return reply.status < 300 || reply.status === 404 ? { kind: 'gone' } : refused(reply)
}

function refused(reply: Reply): Refused {
  return { kind: 'refused', status: reply.status, detail: refusalOf(reply) }
}

function made({ body, status }: Reply): Made {
  const purchase = readPurchase(body)
  return purchase
    ? { kind: 'made', purchase, body }
    : unknown('form', `status ${status}, not a purchase`, body)
}
