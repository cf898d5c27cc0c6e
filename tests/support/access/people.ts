import { type Role, roles } from '#app/domain/core/access/access.ts'
import { type OperatorRole, operatorRoles } from '#app/domain/core/access/operator-access.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { testDatabase } from '#tests/support/database/database.ts'
import { parent, type Trx, user } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { cheapHash, password } from '#tests/support/people/sign-in.ts'
import { newOperator, newSession } from '#tests/support/product/http.ts'

/** Somebody, at one of the two kinds of host. */
export interface Person {
  name: string
  side: 'tenant' | 'main'
  roles: readonly Role[]
  operator?: OperatorRole
  /** What the session stands for where this person is. */
  profile: 'none' | 'nobody' | 'user' | 'operator'
  cookie?: string
  /** The person has not proven lately that it is them. */
  stale?: true
  /** Comes where operators must have a second factor, and has set none up. */
  bare?: true
}

/** Who has just proven that it is them stays so until a walk is over, however long it takes. */
const untilTheEnd = () => new Date(Date.now() + 86_400_000)

/** Everybody who could knock at a page: each role, two roles at once, none, ended, signed in elsewhere, not at all. */
export async function everybody(
  home: Tenant,
  neighbour: Tenant,
  operators: { id: string; role: OperatorRole }[],
): Promise<Person[]> {
  const people: Person[] = []
  const sessionOf = async (tenant: Tenant, user_id: string, confirmed_at = untilTheEnd()) => {
    const { token, row } = newSession({ confirmed_at })
    await tenant.write((trx) =>
      trx
        .insertInto('session')
        .values({ ...row, user_id })
        .execute(),
    )
    return token
  }
  const add = async (name: string, held: Role[], given: { status?: string } = {}) => {
    const id =
      held.length === 1 && !given.status
        ? (await home.actor(held[0]!)).id
        : await home.write((trx) => withRoles(trx, home, held, given.status))
    const profile = given.status ? 'nobody' : 'user'
    people.push({ name, side: 'tenant', roles: held, profile, cookie: await sessionOf(home, id) })
  }
  for (const role of roles) await add(role, [role])
  await add('clerk and parent', ['clerk', 'parent'])
  await add('class-admin and supervisor', ['class-admin', 'supervisor'])
  await add('no role', [])
  const lately = new Date(Date.now() - 3_600_000)
  people.push({
    ...people[0]!,
    name: 'superadmin, not confirmed',
    stale: true,
    cookie: await sessionOf(home, (await home.actor('superadmin')).id, lately),
  })
  await add('switched off', ['superadmin'], { status: 'inactive' })
  const none = { roles: [], profile: 'none' } as const
  people.push({ name: 'guest', side: 'tenant', ...none })
  people.push({ name: 'guest at the main host', side: 'main', ...none })
  const stranger = await sessionOf(neighbour, (await neighbour.actor('superadmin')).id)
  const local = people[0]!.cookie!
  for (const { id, role } of operators) {
    const cookie = await operatorSession(id)
    const operator = { side: 'main', roles: [], operator: role, profile: 'operator' } as const
    people.push({ name: `operator: ${role}`, ...operator, cookie })
    people.push({ name: `operator: ${role}, without the second factor`, ...operator, cookie, bare: true })
    if (role !== 'owner') continue
    people.push({ name: "an operator's cookie", side: 'tenant', ...none, cookie })
    const stale = await operatorSession(id, lately)
    people.push({ name: 'operator: owner, not confirmed', ...operator, cookie: stale, stale: true })
    const both = { stale: true, bare: true } as const
    people.push({ name: 'operator: owner, neither', ...operator, cookie: stale, ...both })
  }
  people.push({ name: "the neighbour's cookie", side: 'tenant', ...none, cookie: stranger })
  people.push({ name: "an organisation's cookie", side: 'main', ...none, cookie: local })
  people.push({
    name: 'operator switched off',
    side: 'main',
    roles: [],
    profile: 'nobody',
    cookie: await operatorSession(await newColleague({ status: 'inactive' })),
  })
  return people
}

async function withRoles(trx: Trx, { branch }: Tenant, held: Role[], status = 'active') {
  const staff = held.filter((role) => role !== 'parent')
  const account = await user(trx, { roles: staff, status }, { branch_id: branch.id })
  if (held.length > staff.length) {
    await parent(trx, { user_id: account.id })
    await trx.updateTable('user_account').set({ roles: held }).where('id', '=', account.id).execute()
  }
  return account.id
}

/** An operator of each role, with a password by which to confirm who it is. */
export async function everyOperator(): Promise<{ id: string; role: OperatorRole }[]> {
  const all: { id: string; role: OperatorRole }[] = []
  const password_hash = cheapHash(password)
  for (const role of operatorRoles) all.push({ id: await newColleague({ role, password_hash }), role })
  return all
}

export const newColleague = async (given: Parameters<typeof newOperator>[0]): Promise<string> =>
  withPlatform((await testDatabase()).pool, async (trx) => {
    const operator = newOperator(given)
    await trx.insertInto('platform.operator').values(operator).execute()
    return operator.id
  })

async function operatorSession(operator_id: string, confirmed_at = untilTheEnd()): Promise<string> {
  const { token, row } = newSession({ confirmed_at })
  const { pool } = await testDatabase()
  await withPlatform(pool, (trx) =>
    trx
      .insertInto('platform.operator_session')
      .values({ ...row, operator_id })
      .execute(),
  )
  return token
}
