import type { Authority } from './authority.ts'
import type { Settings } from './options.ts'
import type { Call, Kept, Store } from './store.ts'
import type { Rule } from './switches.ts'
import type { Trouble } from './trouble.ts'

/** What each part of the sandbox is given. */
export interface Portal {
  settings: Settings
  store: Store
  /** Epoch milliseconds of the sandbox's own clock. */
  now(): number
  /** In memory only, beside the rows. */
  index: Index
  /** The work of validators, one after another. */
  settling: Promise<void>
  trouble: Trouble
  /** The newest at the end; the oldest are left away. */
  calls: Call[]
  /** The certificates that signatures are trusted by. */
  authority: Authority
}

export interface Index {
  /** By the TIN of their issuer or buyer, in order of receipt. */
  sent: Map<string, Kept[]>
  received: Map<string, Kept[]>
  /** Those that wait, the first due first. */
  waiting: Kept[]
  /** Documents by what the portal compares for duplicates, and which document corrects which. */
  twins: Map<string, string[]>
  corrections: Map<string, string[]>
  /** When which payload of whom came in. */
  payloads: Map<string, number>
  /** Calls counted a minute, by client and endpoint. */
  buckets: Map<string, { from: number; calls: number }>
  /** How often the tokens of a client, or of all (empty id), were made to die. */
  generations: Map<string, number>
}

export const iso = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** The day in Malaysia, which has had one time zone without summer time since 1982. */
export const dayInMalaysia = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10)

/** Whether a rule of the portal is in force. */
export function inForce({ store, now }: Portal, rule: Rule): boolean {
  return dayInMalaysia(now()) >= store.meta.switches.rules[rule]
}

export function addTo<T>(map: Map<string, T[]>, key: string, one: T): void {
  const list = map.get(key)
  if (list) list.push(one)
  else map.set(key, [one])
}
