import type { Clock } from './clock.ts'
import { answerOf, type Sealer } from './messages.ts'
import type { Settings } from './options.ts'
import { isResent, type Message } from './scenario.ts'
import type { Entry, State, Transaction } from './state.ts'
import { encode, type Fields } from './wire.ts'

export interface Sandbox extends Sealer {
  settings: Settings
  clock: Clock
  note(entry: Omit<Entry, 'at'>): void
  save(): void
}

/** The merchant's status and answer, or why there was none. */
export interface Try {
  status: number
  answer: string
}

/** In as many copies as the message says and, until the answer is exactly `OK`, again later. */
export async function deliver(
  sandbox: Sandbox,
  transaction: Transaction,
  message: Message,
  attempt: number,
): Promise<Try[]> {
  const { settings, clock } = sandbox
  transaction.direct = message
  const fields = answerOf(sandbox, transaction, message.code, message.forge)
  const tries = await Promise.all(
    Array.from({ length: attempt === 1 ? (message.copies ?? 1) : 1 }, () => post(settings, fields)),
  )
  for (const { status, answer } of tries)
    sandbox.note({
      kind: 'direct',
      txn: transaction.id,
      order_no: transaction.ar.fpx_sellerExOrderNo ?? null,
      said: message.code + (message.forge ? ` ${message.forge}` : ''),
      attempt,
      status,
      answer: answer.slice(0, 200),
    })
  const heard = tries.every(({ status, answer }) => status === 200 && answer === 'OK')
  if (!heard && isResent(message.forge) && attempt < settings.resendLimit) {
    const pause = settings.resendAfter[attempt - 1] ?? settings.resendAfter.at(-1) ?? 0
    clock.plan(pause, { kind: 'direct', txn: transaction.id, message, attempt: attempt + 1 })
  }
  return tries
}

/** A merchant that is down or slow is an answer like another. */
export async function post(settings: Settings, fields: Fields): Promise<Try> {
  try {
    const response = await fetch(settings.directUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encode(fields),
      redirect: 'manual',
      signal: settings.patience(),
    })
    return { status: response.status, answer: await response.text() }
  } catch (error) {
    return { status: 0, answer: error instanceof Error ? error.message : String(error) }
  }
}

export function findTransaction(state: State, id: string): Transaction | undefined {
  return state.transactions.find((transaction) => transaction.id === id)
}

export function findOrder(state: State, exchangeOrderNo: string): Transaction | undefined {
  return state.transactions.find(({ ar }) => ar.fpx_sellerExOrderNo === exchangeOrderNo)
}
