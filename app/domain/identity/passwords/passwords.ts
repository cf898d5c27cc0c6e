import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { z } from 'zod'
import { Refusal } from '#app/domain/core/refusal.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { Hashing } from './hashing-thread.ts'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32

/**
 * Hashing fills a core: threads on half of the cores, which give way to all other work (where the system lets a thread
 * be nicer than its process), a short queue, and a refusal beyond it keep the pages fast while strangers try passwords.
 */
const longest = 20
let hashing: Piscina<Hashing, Uint8Array> | undefined

function threads() {
  hashing ??= new Piscina<Hashing, Uint8Array>({
    filename: createRequire(import.meta.url).resolve('#app/domain/identity/passwords/hashing-thread.ts'),
    name: 'hash',
    execArgv: [],
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() >> 1),
    maxQueue: longest,
    idleTimeout: 60_000,
    atomics: 'disabled',
    niceIncrement: 10,
  })
  return hashing
}

/** Whether the next password would be refused (too_many_requests). */
export function hashingIsFull(): boolean {
  return threads().queueSize >= longest
}

async function tagOf(
  password: string,
  nonce: Buffer,
  cost: { memory: number; passes: number; parallelism: number },
) {
  if (hashingIsFull()) throw new Refusal('too_many_requests')
  const message = Buffer.from(password.normalize('NFKC'))
  return Buffer.from(await threads().run({ message, nonce, tagLength, ...cost }))
}

/** A PHC string of argon2id with 16 random bytes of salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await tagOf(password, salt, parameters)
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(tag)}`
}

/** Without a stored hash it takes the same time and returns false, so that timing does not reveal whether there is an account. */
export async function passwordFits(password: string, stored: string | null | undefined): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored ?? unusable)!
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  const tag = await tagOf(password, Buffer.from(match[4]!, 'base64'), { memory, passes, parallelism })
  return timingSafeEqual(tag, Buffer.from(match[5]!, 'base64')) && stored != null
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A hash that costs as much to check as a real one and matches no password. */
const unusable = `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${encode(Buffer.alloc(16))}$${encode(Buffer.alloc(tagLength))}`

/** ASVS 6.2.1, 6.2.9: any characters count, none is cut off. */
export const passwordLength = { min: 10, max: 128 } as const

export const newPasswordFields = {
  password: z.string().min(passwordLength.min).max(passwordLength.max),
  password_confirmation: z.string().min(1).max(passwordLength.max),
}

/** If false, the form shows `input.password_mismatch` at `password_confirmation`. */
export function typedAlike(input: { password: string; password_confirmation: string }): boolean {
  return input.password === input.password_confirmation
}

/**
 * Call it before the transaction is opened, since hashing is queued. Refuses (auth.password_common at `password`) one that is
 * easy to guess; `about`: the person's name and e-mail address, the organisation's name and subdomain.
 */
export async function hashNewPassword(password: string, about: readonly string[] = []): Promise<string> {
  if (await isCommonPassword(password, about)) throw new Refusal('auth.password_common', 'password')
  return hashPassword(password)
}
