import { type Actor, everywhere, type RowScope } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { keysOf, newStaff, openStaff } from '#app/domain/people/staff/test-support.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { createTrainer } from './change-trainer.ts'
import { trainer } from './find-trainers.ts'
import type { NewTrainerInput, PayInput } from './trainer.ts'

export function newTrainer(tenant: Tenant, given: Partial<NewTrainerInput> = {}): NewTrainerInput {
  const { roles: _, ...person } = newStaff(tenant)
  return { ...person, specialisation: 'Matematik', qualification: undefined, ...given }
}

export const pay = (given: Partial<PayInput> = {}): PayInput => ({
  bank_name: 'Maybank',
  account_name: 'Zaleha binti Idris',
  account_number: '990012345678',
  tin: 'IG12345678901',
  pay_type: 'hour',
  pay_rate_sen: 4_500,
  version: 1,
  ...given,
})

/** The office of staff, and how it makes and sees trainers. Call it from a hook of the file. */
export async function openTrainers() {
  const office = await openStaff()
  const { tenant, superadmin } = office
  return {
    ...office,
    create: (given: Partial<NewTrainerInput> = {}, actor: Actor = superadmin, scope: RowScope = everywhere) =>
      tenant
        .write((trx) => createTrainer(trx, actor, scope, keysOf(tenant), newTrainer(tenant, given)))
        .catch((error) => Promise.reject(asRefusal(error) ?? error)),
    view: (id: string, scope: RowScope = everywhere) => tenant.read((db) => trainer(db, scope, id)),
  }
}
export type TrainerOffice = Awaited<ReturnType<typeof openTrainers>>
