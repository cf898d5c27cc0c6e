import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Refusal } from '#app/domain/refusal.ts'

const derive = promisify(argon2)

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32

interface Turns {
  now: number
  waiting: (() => void)[]
}

/**
 * Hashing fills a core: only half of them at a time, a short queue behind, and a refusal beyond it keep the pages fast
 * while strangers try passwords. The process's entry and the bundle hold two copies of this module and one queue.
 */
const most = Math.max(1, availableParallelism() >> 1)
const longest = 20
const queue = Symbol.for('lunas.hashing')
const shared = globalThis as { [queue]?: Turns }
shared[queue] ??= { now: 0, waiting: [] }
const turns: Turns = shared[queue]

/** True while so many wait for their password to be hashed that one more would be refused (too_many_requests). */
export function hashingIsFull(): boolean {
  return turns.waiting.length >= longest
}

async function inTurn<R>(work: () => Promise<R>): Promise<R> {
  if (turns.now >= most) {
    if (hashingIsFull()) throw new Refusal('too_many_requests')
    await new Promise<void>((resolve) => turns.waiting.push(resolve))
  }
  turns.now++
  try {
    return await work()
  } finally {
    turns.now--
    turns.waiting.shift()?.()
  }
}

async function tagOf(
  password: string,
  salt: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
) {
  const message = Buffer.from(password.normalize('NFKC'))
  return Buffer.from(await derive('argon2id', { message, nonce: salt, tagLength, ...cost }))
}

/** A password as it is kept: a PHC string of argon2id with 16 random bytes of salt. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => {
    const salt = randomBytes(16)
    const tag = await tagOf(password, salt, parameters)
    const { memory, passes, parallelism } = parameters
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
  })
}

/**
 * Tells whether a password fits a kept one. Without a kept one it takes the same time and says no, so that the answer
 * does not tell who has an account.
 */
export function passwordFits(password: string, kept: string | null | undefined): Promise<boolean> {
  return inTurn(async () => {
    const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(kept ?? nobodys)!
    const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
    const tag = await tagOf(password, Buffer.from(match[4]!, 'base64'), { memory, passes, parallelism })
    return timingSafeEqual(tag, Buffer.from(match[5]!, 'base64')) && kept != null
  })
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Costs as much to check as a real one and fits nothing. */
const nobodys = `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(tagLength))}`
