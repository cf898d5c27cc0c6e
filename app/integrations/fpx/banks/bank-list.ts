import type { BankStatus } from '#app/integrations/fpx/answers.ts'
import { type BankListOutcome, fetchBankList, type Why } from '#app/integrations/fpx/client.ts'
import type { FpxConfig } from '#app/integrations/fpx/config.ts'
import type { Model } from '#app/integrations/fpx/fields.ts'

export interface BankList {
  banks: readonly BankStatus[]
  /** When FPX said so; null when FPX has never answered, and `banks` is empty. */
  fetched_at: Date | null
  /** FPX did not answer just now: show the time and say that marks may be out of date. */
  stale: boolean
  /** Why the last try told us nothing; null when it did. */
  why: Why | null
}

export interface BankLists {
  /** Never throws. */
  get(config: FpxConfig, model: Model): Promise<BankList>
}

export interface BankListOptions {
  /** How long an answer counts as fresh. PayNet would like a fresh list for every display; 3 minutes is common use. */
  freshMs?: number
  /** How long a page waits for FPX when there is an older list to show instead. */
  patienceMs?: number
  /** How long FPX is left alone after it failed to answer. */
  restMs?: number
  now?: () => number
  fetchList?: (config: FpxConfig, model: Model) => Promise<BankListOutcome>
}

interface Entry {
  banks: readonly BankStatus[]
  fetched_at: Date | null
  why: Why | null
  tried_at: number
  running: Promise<void> | null
}

/**
 * One process's memory, by FPX address, exchange and model. Asks at most once at a time, keeps the last good list when
 * FPX falls silent, and never lets a payer wait out FPX's time-out while there is something to show.
 */
export function createBankLists(options: BankListOptions = {}): BankLists {
  const {
    freshMs = 180_000,
    patienceMs = 1_500,
    restMs = 15_000,
    now = Date.now,
    fetchList = fetchBankList,
  } = options
  const entries = new Map<string, Entry>()

  function entryOf(config: FpxConfig, model: Model): Entry {
    const key = `${config.url} ${config.exchangeId} ${model}`
    const found = entries.get(key)
    if (found) return found
    const entry = {
      banks: [],
      fetched_at: null,
      why: null,
      tried_at: Number.NEGATIVE_INFINITY,
      running: null,
    }
    entries.set(key, entry)
    return entry
  }

  async function refresh(entry: Entry, config: FpxConfig, model: Model): Promise<void> {
    const outcome = await fetchList(config, model).catch(() => UNSIGNABLE)
    entry.tried_at = now()
    entry.running = null
    entry.why = outcome.kind === 'unknown' ? outcome.why : null
    if (outcome.kind === 'answer') Object.assign(entry, { banks: outcome.banks, fetched_at: new Date(now()) })
  }

  async function get(config: FpxConfig, model: Model): Promise<BankList> {
    const entry = entryOf(config, model)
    if (!isFresh(entry) && now() - entry.tried_at >= (entry.why ? restMs : freshMs)) {
      entry.running ??= refresh(entry, config, model)
      await (entry.fetched_at ? Promise.race([entry.running, pause(patienceMs)]) : entry.running)
    }
    const { banks, fetched_at, why } = entry
    return { banks, fetched_at, stale: !isFresh(entry), why }
  }

  function isFresh(entry: Entry): boolean {
    return entry.fetched_at !== null && now() - entry.fetched_at.getTime() < freshMs
  }

  return { get }
}

const UNSIGNABLE = { kind: 'unknown', why: 'config' } as const

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
