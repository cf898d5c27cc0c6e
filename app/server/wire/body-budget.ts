/** There was no room for a body beside all the others for a while; `own`: beside others of the same sender. */
export class BodiesFull extends Error {
  override name = 'BodiesFull'
  readonly own: boolean
  constructor(own: boolean) {
    super()
    this.own = own
  }
}

/** What one request has taken of a budget. */
export interface Allotment {
  /**
   * Whether a body takes room for all of its length before a byte of it is read. Large ones do: if they took it as they
   * came, many at once would fill the budget with beginnings, none of which could ever be finished.
   */
  whole: boolean
  /** Waits until so many further bytes have room; refuses (BodiesFull) when they find none in time. */
  take(bytes: number): Promise<void>
  /** Gives everything back, and ends the wait for more; safe to repeat. */
  release(): void
}

interface BudgetOptions {
  /** Bytes of all bodies together. */
  total: number
  /** Bytes of one sender; at least the longest body. */
  each: number
  waitMs: number
  whole?: boolean
  /** How many may wait at once, of one sender and in all. */
  waiting?: { each: number; total: number }
}

interface Waiting {
  sender: string
  bytes: number
  admit(): void
}

/**
 * Counts the bytes of bodies that are in memory, from their arrival to the end of their request. Who finds no room waits
 * a while, and meanwhile nothing is read from that connection. Of those that wait, the one goes first whose sender has
 * the least, or has waited longest; so however many one sends, another is next.
 */
export function byteBudget({
  total,
  each,
  waitMs,
  whole = false,
  waiting: mostWaiting = { each: 100, total: 500 },
}: BudgetOptions) {
  const bySender = new Map<string, number>()
  const waiting = new Set<Waiting>()
  /** Which sender was admitted when, while any wait. */
  const lastTurn = new Map<string, number>()
  let turn = 0
  let used = 0

  const usedBy = (sender: string) => bySender.get(sender) ?? 0
  const hasOwnRoom = ({ sender, bytes }: Pick<Waiting, 'sender' | 'bytes'>) => usedBy(sender) + bytes <= each
  const hasRoom = (sender: string, bytes: number) => used + bytes <= total && hasOwnRoom({ sender, bytes })

  function add(sender: string, bytes: number) {
    used += bytes
    const now = usedBy(sender) + bytes
    if (now > 0) bySender.set(sender, now)
    else bySender.delete(sender)
  }

  function isBefore({ sender: one }: Waiting, { sender: other }: Waiting) {
    const less = usedBy(one) - usedBy(other)
    return less === 0 ? (lastTurn.get(one) ?? 0) < (lastTurn.get(other) ?? 0) : less < 0
  }

  /** The one that is next, also when it does not fit yet: smaller ones do not overtake it, or it would wait for ever. */
  function next(): Waiting | undefined {
    let first: Waiting | undefined
    for (const one of waiting) if (hasOwnRoom(one) && (!first || isBefore(one, first))) first = one
    return first
  }

  function admit() {
    for (let one = next(); one && used + one.bytes <= total; one = next()) {
      turn += 1
      lastTurn.set(one.sender, turn)
      one.admit()
    }
    if (waiting.size === 0) lastTurn.clear()
  }

  function room(sender: string, bytes: number, onWait: (leave: () => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = [...waiting].filter((other) => other.sender === sender).length
      if (own >= mostWaiting.each || waiting.size >= mostWaiting.total)
        return reject(new BodiesFull(own >= mostWaiting.each))
      const end = (outcome: () => void) => {
        clearTimeout(timer)
        waiting.delete(one)
        outcome()
      }
      const one: Waiting = {
        sender,
        bytes,
        admit: () =>
          end(() => {
            add(sender, bytes)
            resolve()
          }),
      }
      const timer = setTimeout(() => {
        const own = !hasOwnRoom(one)
        end(() => reject(new BodiesFull(own)))
        admit()
      }, waitMs)
      onWait(() => end(() => reject(new BodiesFull(true))))
      waiting.add(one)
      admit()
    })
  }

  return {
    /** For one request; `sender` is the network that it came from. */
    allot(sender: string): Allotment {
      let taken = 0
      let over = false
      let leave = () => {}
      const giveBack = () => {
        if (taken > 0) add(sender, -taken)
        taken = 0
        admit()
      }
      return {
        whole,
        async take(bytes) {
          if (over) return
          if (waiting.size === 0 && hasRoom(sender, bytes)) add(sender, bytes)
          else
            await room(sender, bytes, (end) => {
              leave = end
            })
          taken += bytes
          // released in the moment in which it was admitted
          if (over) giveBack()
        },
        release() {
          over = true
          leave()
          giveBack()
        },
      }
    },
    /** Bytes that are counted now. */
    used: () => used,
  }
}
export type ByteBudget = ReturnType<typeof byteBudget>

const mebibyte = 1_048_576

/** The largest body that counts as small: any form that somebody has typed. */
const smallBytes = 100_000

/**
 * The budgets of a process. Small forms and the calls of gateways have one each of their own, so that uploads which fill
 * the other never keep anybody from signing in or paying. One sender gets a part of each: half of the forms, since a
 * school may have one address, and a quarter of the others.
 */
export function bodyBudgets({ waitMs = 5_000, uploadWaitMs = 45_000, largeBytes = 64 * mebibyte } = {}) {
  const small = byteBudget({ total: 16 * mebibyte, each: 8 * mebibyte, waitMs })
  const calls = byteBudget({ total: 16 * mebibyte, each: 4 * mebibyte, waitMs })
  const large = byteBudget({
    total: largeBytes,
    each: largeBytes / 4,
    waitMs: uploadWaitMs,
    whole: true,
  })
  return {
    /** The budget of a body with this Content-Length; without one it may become large. */
    for: (announced: string | null): ByteBudget =>
      announced !== null && Number(announced) <= smallBytes ? small : large,
    /** That of the calls of gateways. */
    calls,
    used: () => small.used() + calls.used() + large.used(),
  }
}
export type BodyBudgets = ReturnType<typeof bodyBudgets>
