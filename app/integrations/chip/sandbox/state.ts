import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { write } from './keys.ts'

/** A purchase as CHIP shows it, with what only the sandbox knows beside it. */
export interface Kept {
  purchase: Shown
  /** Where the server is called, and the browser led, as the merchant said. */
  success_callback: string | null
  redirects: { success: string | null; failure: string | null; cancel: string | null }
  whitelist: string[]
  due: number | null
  due_strict: boolean
}

export interface Shown {
  id: string
  type: 'purchase'
  brand_id: string
  company_id: string
  reference: string | null
  is_test: boolean
  status: string
  status_history: { status: string; timestamp: number }[]
  checkout_url: string
  created_on: number
  updated_on: number
  due: number | null
  client: { email: string; full_name: string | null }
  purchase: {
    total: number
    total_override: number | null
    currency: string
    products: { name: string; price: number; quantity: number }[]
  }
  payment: {
    amount: number
    currency: string
    net_amount: number
    fee_amount: number
    paid_on: number
    remote_paid_on: number
    payment_type: string
    is_outgoing: boolean
  } | null
  transaction_data: { payment_method: string; flow: string; extra: Record<string, unknown> }
  refundable_amount: number
  refund_availability: string
  marked_as_paid: boolean
}

export interface Webhook {
  id: string
  title: string
  callback: string
  events: string[]
  all_events: boolean
  is_test: boolean
}

/** One try to bring a message to the merchant; more follow while the answer is none of 200 to 299. */
export interface Job {
  due_at: number
  order: number
  url: string
  body: string
  signature: string
  attempt: number
}

export interface Entry {
  at: string
  kind: string
  id: string | null
  said: string
  status?: number
}

/** How the next calls go wrong; by control, until it is taken back. */
export interface Trouble {
  create: string | null
  read: string | null
  refund: string | null
}

export interface State {
  /** Milliseconds by which control has moved the clock on. */
  offset: number
  sequence: number
  kept: Kept[]
  webhooks: Webhook[]
  jobs: Job[]
  /** What is left to happen to purchases by itself. */
  laters: { due_at: number; id: string; scenario: string; method: string }[]
  journal: Entry[]
  trouble: Trouble
  /** The company's keys were changed. */
  rotated: boolean
  /** Keys are sent with `\n` written out. */
  literal: boolean
}

export interface Store {
  state: State
  /** Saves that come close together become one. */
  save(): void
  flush(): Promise<void>
}

/** A file that cannot be read is an error, not an empty past. */
export async function openStore(directory: string): Promise<Store> {
  const file = join(directory, 'state.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const empty: State = {
    ...{ offset: 0, sequence: 0, kept: [], webhooks: [], jobs: [], laters: [], journal: [] },
    trouble: { create: null, read: null, refund: null },
    ...{ rotated: false, literal: true },
  }
  const state: State = text === null ? empty : { ...empty, ...JSON.parse(text) }
  let writing: Promise<void> = Promise.resolve()
  let waiting = false

  async function put(): Promise<void> {
    waiting = false
    await write(file, JSON.stringify(state))
  }

  function save(): void {
    state.kept.splice(0, state.kept.length - 500)
    state.journal.splice(0, state.journal.length - 300)
    if (waiting) return
    waiting = true
    writing = writing.then(put)
  }

  return { state, save, flush: () => writing }
}
