import type { Transaction } from 'kysely'
import { newId } from '#db/id.ts'
import type { DB } from '#db/types.ts'
import { storedVisitor, type Visitor } from './actor.ts'
import type { RefusalCode } from './refusal.ts'

/** The results of a successful sign-in or confirmation. */
export const successes = ['signed_in', 'confirmed'] as const

/** Results without a refusal, though some need a further step; any other result is the code of a refusal. */
export const goodResults = [...successes, 'code_asked', 'password_reset'] as const

const isAmong = (results: readonly string[]) => (result: string) => results.includes(result)

export const isSuccess = isAmong(successes)

export const isGood = isAmong(goodResults)

const ownMethods = ['email', 'phone', 'reset', 'invitation', 'organisation'] as const

/** How a session was started; `api` for a program, whatever it signed in with. */
export type SignInMethod = (typeof ownMethods)[number] | 'api'

export const signInMethods = [...ownMethods, 'confirm'] as const

export const operatorSignInMethods = ['email', 'totp', 'recovery_code', 'reset', 'confirm'] as const

/** Each has words; a test checks that. */
export type SomeMethod = (typeof signInMethods | typeof operatorSignInMethods)[number]

export type SignInResult = (typeof goodResults)[number] | RefusalCode

/** `id` is null when the typed address has no account. */
export async function logSignIn(
  trx: Transaction<DB>,
  { kind, id }: { kind: 'user' | 'operator'; id: string | null },
  { method, result }: { method: SomeMethod; result: SignInResult },
  visitor: Visitor,
): Promise<void> {
  const row = { id: newId(), method, result, ...storedVisitor(visitor) }
  const into =
    kind === 'user'
      ? trx.insertInto('login_log').values({ ...row, user_id: id })
      : trx.insertInto('platform.login_log').values({ ...row, operator_id: id })
  await into.execute()
}
