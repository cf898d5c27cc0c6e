import { failureOf, readText } from '../reply.ts'
import {
  type Ac,
  type AcFault,
  type BankStatus,
  type BcResult,
  isWithoutId,
  verifyAc,
  verifyBc,
} from './answers.ts'
import { MAX_BODY_BYTES } from './body.ts'
import { type FpxConfig, fpxUrl } from './config.ts'
import { CHECKSUM, type Model } from './fields.ts'
import { buildAe, buildBe } from './messages.ts'

/** Milliseconds for the whole answer. */
const TIMEOUT_MS = 10_000

/**
 * Why a call gave no answer. `error_body`: the literal `ERROR`, which FPX sends when it does not know the exchange or
 * its certificate; `html`: a page of the web server in front of it; `other_order`: a genuine AC, but about another
 * order; `blank_id`: a genuine AC that says paid without FPX's id; `empty_list`: a genuine BC that names no bank;
 * `config`: our own key could not sign. The rest are `verifyAc`'s reasons.
 */
export type Why =
  | 'timeout'
  | 'network'
  | 'http_status'
  | 'empty'
  | 'error_body'
  | 'html'
  | 'other_order'
  | 'blank_id'
  | 'empty_list'
  | 'not_bc'
  | 'config'
  | AcFault

/** FPX gave no answer that can be believed: leave every state as it is and ask again later. */
export interface Unknown {
  kind: 'unknown'
  why: Why
  /** For the log: status, error message or time. */
  detail: string
  /** Unverified, for the message log; null when nothing came. */
  body: string | null
}

export type EnquiryOutcome = { kind: 'answer'; report: Ac; fingerprint: string; body: string } | Unknown
export type BankListOutcome =
  | { kind: 'answer'; banks: BankStatus[]; fingerprint: string; body: string }
  | Unknown

export interface CallOptions {
  timeoutMs?: number
  /** By which the certificates are judged, for tests; else the process's clock. */
  now?: Date
}

/**
 * Asks FPX what became of an attempt (AE), by the AR fields stored with it. The answer is an AC like a callback's and
 * belongs in the same handler (`differences` first, then `meaningOf`); code `76` is an answer too, anything else is
 * `unknown`. Throws only for a stored AR that lacks a field.
 */
export async function enquire(
  config: FpxConfig,
  stored: Readonly<Record<string, string>>,
  options: CallOptions = {},
): Promise<EnquiryOutcome> {
  const reply = await post(fpxUrl(config, 'enquiry'), buildAe(config, stored), options)
  if (reply.kind === 'unknown') return reply

  const result = verifyAc(config, reply.body, options.now)
  if (!result.ok) return unread(result.reason, reply.body)
  if (result.ac.exchange_order_no !== stored.fpx_sellerExOrderNo)
    return unknown('other_order', `about ${result.ac.exchange_order_no}`, reply.body)
  if (isWithoutId(result.ac)) return unknown('blank_id', 'paid, but no FPX transaction id', reply.body)
  return { kind: 'answer', report: result.ac, fingerprint: result.fingerprint, body: reply.body }
}

/** BE; pages go through `createBankLists`, which spares FPX and the payer. */
export async function fetchBankList(
  config: FpxConfig,
  model: Model,
  options: CallOptions = {},
): Promise<BankListOutcome> {
  const reply = await post(fpxUrl(config, 'banks'), buildBe(config, model), options)
  if (reply.kind === 'unknown') return reply

  const result: BcResult = verifyBc(config, model, reply.body)
  if (!result.ok) return unread(result.reason, reply.body)
  if (result.banks.length === 0) return unknown('empty_list', 'no bank named', reply.body)
  return { kind: 'answer', banks: result.banks, fingerprint: result.fingerprint, body: reply.body }
}

async function post(
  url: string,
  fields: Readonly<Record<string, string>>,
  { timeoutMs = TIMEOUT_MS }: CallOptions,
): Promise<{ kind: 'body'; body: string } | Unknown> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = await readText(response, MAX_BODY_BYTES)
    if (body === null) return unknown('too_large', `more than ${MAX_BODY_BYTES} bytes`, null)
    if (response.status !== 200) return unknown('http_status', `status ${response.status}`, body)
    return { kind: 'body', body }
  } catch (error) {
    const { why, detail } = failureOf(error)
    return unknown(why, detail, null)
  }
}

/** Tells apart the ways in which FPX is known to answer without answering. */
function unread(reason: Why, body: string): Unknown {
  const text = body.trim()
  if (text === '') return unknown('empty', 'blank body', body)
  if (/^ERROR\b/i.test(text))
    return unknown('error_body', 'is the exchange id or its certificate unknown to FPX?', body)
  if (text.startsWith('<')) return unknown('html', 'a web page', body)
  return unknown(reason, reason === 'unsigned' ? `no ${CHECKSUM}` : 'see the body', body)
}

function unknown(why: Why, detail: string, body: string | null): Unknown {
  return { kind: 'unknown', why, detail, body }
}
