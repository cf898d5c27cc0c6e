import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { write } from './keys.ts'
import type { Message } from './scenario.ts'
import type { Fields } from './wire.ts'

export interface Transaction {
  /** FPX's 16 digits, and its time in Malaysia. */
  id: string
  time: string
  /** The AR's 20 values. */
  ar: Fields
  /** Set by bank, sen or control; null lets the person choose. */
  scenario: string | null
  step: 'sign_in' | 'review' | 'done'
  misses: number
  /** What the bank says now; null while the person has not finished, and for ever if they never do. */
  code: string | null
  reference: string
  /** What the browser carries back, fixed once; null when it never returns. */
  indirect: Message | null
  /** For `resend`. */
  direct: Message | null
  enquiries: number
}

/** `due_at` is epoch ms of the sandbox's clock. */
export type Job = { due_at: number; order: number; txn: string } & (
  | { kind: 'settle'; code: string }
  | { kind: 'direct'; message: Message; attempt: number }
)

export interface Entry {
  at: string
  kind: 'AR' | 'AE' | 'BE' | 'direct'
  txn: string | null
  order_no: string | null
  /** The code sent or given, or what the call was refused with. */
  said: string
  /** Of a direct AC: its try, the merchant's status and the beginning of its answer. */
  attempt?: number
  status?: number
  answer?: string
}

export const BANK_LIST_MODES = [
  'ok',
  'unknown_code',
  'empty',
  'error',
  'html',
  'timeout',
  'bad_signature',
] as const

export interface State {
  /** How far control has moved the clock on. */
  offset: number
  /** Of transactions, jobs and references. */
  sequence: number
  transactions: Transaction[]
  jobs: Job[]
  journal: Entry[]
  offline: string[]
  /** In every AR until it is lifted. */
  forced: string | null
  bankList: (typeof BANK_LIST_MODES)[number]
  /** The key that FPX signs with today. */
  signer: 'current' | 'next' | 'previous'
}

export interface Store {
  state: State
  /** Saves that come close together become one. */
  save(): void
  flush(): Promise<void>
}

const KEPT_TRANSACTIONS = 500
const KEPT_ENTRIES = 300

/** A file that cannot be read is an error, not an empty past. */
export async function openStore(directory: string, empty: State): Promise<Store> {
  const file = join(directory, 'state.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  const state: State = text === null ? empty : { ...empty, ...JSON.parse(text) }
  let writing: Promise<void> = Promise.resolve()
  let waiting = false

  async function put(): Promise<void> {
    waiting = false
    await write(file, JSON.stringify(state), 0o600)
  }

  function save(): void {
    state.transactions.splice(0, state.transactions.length - KEPT_TRANSACTIONS)
    state.journal.splice(0, state.journal.length - KEPT_ENTRIES)
    if (waiting) return
    waiting = true
    writing = writing.then(put)
  }

  return { state, save, flush: () => writing }
}
