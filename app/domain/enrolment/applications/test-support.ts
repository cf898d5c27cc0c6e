import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { keysIn } from '#app/domain/people/parents/test-support.ts'
import { next } from '#tests/support/database/factories.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import type { ChosenClass, NewApplication, ParentAnswers, StudentAnswers } from './application.ts'
import { approveApplication, rejectApplication } from './decide-application.ts'
import { submitApplication } from './submit-application.ts'

export const today = '2026-03-04'

export const visitor: Actor = {
  type: 'guest',
  id: null,
  name: '',
  roles: [],
  operator_role: null,
  branch_ids: [],
  parent_id: null,
  ip: '192.0.2.7',
  user_agent: 'test',
  request_id: null,
}

/** A refusal of a domain function, also one behind a constraint. */
export const said = (error: unknown) => Promise.reject(asRefusal(error) ?? error)

/** The month is one that cannot be, so that nobody has this number. */
export function appliedParent(given: Partial<ParentAnswers> = {}): ParentAnswers {
  const number = next()
  return {
    name: `Puan Halimah ${number}`,
    relationship: 'mother',
    identity_type: 'nric',
    phone: `+60140${String(1_000_000 + number).slice(-6)}`,
    email: `halimah-${number}@family.test`,
    preferred_locale: 'my',
    preferred_channel: 'email',
    ...given,
  }
}

export function appliedChild(given: Partial<StudentAnswers> = {}): StudentAnswers & { student_id: null } {
  const number = next()
  return {
    student_id: null,
    name: `Irfan Hakim ${number}`,
    born_on: '2017-08-09',
    gender: 'male',
    nationality: 'MY',
    identity_type: 'birth_cert',
    birth_cert_no: `AP${10_000 + number}`,
    daycare: 'none',
    ...given,
  }
}

export function newApplication(
  given: Partial<NewApplication> & Pick<NewApplication, 'students'>,
): NewApplication {
  return {
    channel: 'public',
    form: 'default',
    locale: 'my',
    user_id: null,
    parent_id: null,
    phone_verified: true,
    consents: [{ publisher: 'operator', paper: 'privacy', version: '2026-01-01' }],
    answers: [],
    parents: [appliedParent()],
    documents: [],
    estimate_sen: null,
    ...given,
  }
}

/** Wishes for classes as soon as may be. */
export const wishes = (...ids: string[]) => ids.map((subject_id) => ({ subject_id, starts_on: null }))

export const submit = (tenant: Tenant, input: NewApplication, actor: Actor = visitor) =>
  tenant.write((trx) => submitApplication(trx, actor, keysIn(tenant), input, today)).catch(said)

interface More {
  place?: number
  /** As it is, unless it says. */
  version?: number
  scope?: RowScope
  chosen?: ChosenClass[]
}

/** What can be decided about an application of an organisation by somebody. */
export function decisionsIn(tenant: () => Tenant, actor: () => Actor) {
  const versionOf = (id: string) =>
    tenant().read(async (db) => {
      const rows = db.selectFrom('application').select('version').where('id', '=', id)
      return (await rows.executeTakeFirstOrThrow()).version
    })
  const which = async (id: string, { place, version }: More) => ({
    ...{ id, version: version ?? (await versionOf(id)) },
    ...(place ? { place } : {}),
  })
  return {
    which,
    async approve(id: string, { scope = everywhere, chosen, ...more }: More = {}) {
      const what = await which(id, more)
      const keys = keysIn(tenant())
      return tenant()
        .write((trx) => approveApplication(trx, actor(), scope, keys, what, today, chosen))
        .catch(said)
    },
    async reject(id: string, { scope = everywhere, ...more }: More = {}) {
      const what = await which(id, more)
      return tenant()
        .write((trx) => rejectApplication(trx, actor(), scope, what, 'Kelas ini untuk umur lain.'))
        .catch(said)
    },
    childrenOf: (id: string) =>
      tenant().read((db) =>
        db
          .selectFrom('application_student')
          .selectAll()
          .where('application_id', '=', id)
          .orderBy('place')
          .execute(),
      ),
  }
}
