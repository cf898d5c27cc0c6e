import type { Role } from '#app/domain/core/access/access.ts'
import { newId } from '#db/id.ts'
import type { NewEntity } from '#db/provisioning/provision.ts'
import { type Given, insert, user } from '#tests/support/database/factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { app, type Browser, newSession } from '#tests/support/product/http.ts'
import { cheapHash, password } from './sign-in.ts'

/** A browser in which somebody is signed in, whose password is that of `sign-in.ts`. */
export type SignedIn = Browser & { id: string; email: string; session: string }

/** The built product and an organisation whose people have a password. Call it from a hook of the file. */
export async function openAccounts(given: Partial<NewEntity> = {}) {
  /** The hash of everybody's password. */
  const kept = cheapHash(password)
  const web = await app({ forgetful: true })
  const tenant = await freshTenant(given)

  /** An account that nobody has signed in to. */
  const person = (given: Given<'user_account'> = {}) =>
    tenant.write((trx) => user(trx, { password_hash: kept, ...given }))

  /** Another browser, signed in to an account a moment ago, or when it is said. */
  async function browserOf(
    id: string,
    email: string,
    given: { confirmed_at?: Date } = {},
  ): Promise<SignedIn> {
    const { token, row } = newSession(given)
    const user_agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0'
    await tenant.write((trx) =>
      trx
        .insertInto('session')
        .values({ ...row, user_id: id, user_agent })
        .execute(),
    )
    const browser = web.visitor(tenant)
    browser.cookies.set('lunas', token)
    return Object.assign(browser, { id, email, session: row.id })
  }

  /** Somebody of these roles, with what belongs to each of them, signed in. */
  async function signedIn(roles: Role[] = ['clerk'], given: { confirmed_at?: Date } = {}): Promise<SignedIn> {
    const { id, email } = await tenant.write(async (trx) => {
      const made = await user(trx, { roles, password_hash: kept })
      if (roles.includes('trainer') && !made.trainer)
        await insert(trx, 'trainer', { id: newId(), user_id: made.id, name: made.name })
      return made
    })
    return browserOf(id, email!, given)
  }

  return { web, tenant, kept, person, browserOf, signedIn }
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>
