/** There was no room for a body beside all the others for a while. */
export class BodiesFull extends Error {
  override name = 'BodiesFull'
}

/** What one request has taken of a budget. */
export interface Allotment {
  /** Waits until so many further bytes have room; refuses (BodiesFull) when they find none in time. */
  take(bytes: number): Promise<void>
  /** Gives everything back; safe to repeat. */
  release(): void
}

interface BudgetOptions {
  /** Bytes of all bodies together. */
  total: number
  /** Bytes of one sender. */
  each: number
  waitMs: number
}

/**
 * Counts the bytes of bodies that are in memory, from their arrival to the end of their request. Who finds no room waits
 * a moment, and meanwhile nothing is read from that connection.
 */
export function byteBudget({ total, each, waitMs }: BudgetOptions) {
  const bySender = new Map<string, number>()
  const waiting = new Set<() => void>()
  let used = 0

  const hasRoom = (sender: string, bytes: number) =>
    used + bytes <= total && (bySender.get(sender) ?? 0) + bytes <= each

  function add(sender: string, bytes: number) {
    used += bytes
    const now = (bySender.get(sender) ?? 0) + bytes
    if (now > 0) bySender.set(sender, now)
    else bySender.delete(sender)
    if (bytes < 0) for (const look of [...waiting]) look()
  }

  function room(sender: string, bytes: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (outcome: () => void) => {
        clearTimeout(timer)
        waiting.delete(look)
        outcome()
      }
      const look = () => {
        if (!hasRoom(sender, bytes)) return
        add(sender, bytes)
        end(resolve)
      }
      const timer = setTimeout(() => end(() => reject(new BodiesFull())), waitMs)
      waiting.add(look)
    })
  }

  return {
    /** For one request; `sender` is the address that it came from. */
    allot(sender: string): Allotment {
      let taken = 0
      let over = false
      const giveBack = () => {
        if (taken > 0) add(sender, -taken)
        taken = 0
      }
      return {
        async take(bytes) {
          if (hasRoom(sender, bytes)) add(sender, bytes)
          else await room(sender, bytes)
          taken += bytes
          if (over) giveBack()
        },
        release() {
          over = true
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
 * The budgets of a process. Small forms have one of their own, so that uploads which fill the other never keep anybody
 * from signing in or paying. One sender gets half of either.
 */
export function bodyBudgets({ waitMs = 5_000, largeBytes = 64 * mebibyte } = {}) {
  const small = byteBudget({ total: 16 * mebibyte, each: 8 * mebibyte, waitMs })
  const large = byteBudget({ total: largeBytes, each: largeBytes / 2, waitMs })
  return {
    /** The budget of a body with this Content-Length; without one it may become large. */
    for: (announced: string | null): ByteBudget =>
      announced !== null && Number(announced) <= smallBytes ? small : large,
    used: () => small.used() + large.used(),
  }
}
export type BodyBudgets = ReturnType<typeof bodyBudgets>
