import { expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { acceptLine } from './change-line.ts'
import { csvOf, familyOf, owedBy, states, uploaded } from './test-support.ts'

/** Anybody can write a line with the own family code into the file of a bank. */

test('a line of the own family of who uploaded the statement is left to a colleague', async () => {
  const tenant = await freshTenant()
  const [admin, clerk] = [await tenant.actor('admin'), await tenant.actor('clerk')]
  const own = await familyOf(tenant, 'Farah Contoh binti Rosli', 10_000)
  const other = await familyOf(tenant, 'Goh Contoh Siew Ling', 10_000)
  await tenant.write((trx) =>
    trx.updateTable('parent').set({ user_id: admin.id }).where('id', '=', own.id).execute(),
  )
  const one = await uploaded(
    tenant,
    csvOf([own, other].map(({ code }) => ({ on: '12/02/2026', reference: code, in: '100.00' }))),
  )
  expect(await states(one)).toEqual(['suggested', 'matched'])
  const [line] = await one.lines()
  expect(line!.evidence).toContainEqual({ kind: 'uploaders' })
  const rules = { scope: everywhere, today: currentDay(), early_reason: 'Menurut penyata' }
  const { id, version } = line!
  const accept = (who: typeof admin) => tenant.write((trx) => acceptLine(trx, who, { id, version }, rules))
  await expect(accept(admin)).toRefuse('four_eyes.own_family')
  expect(await owedBy(tenant, own)).toEqual([10_000])
  await accept(clerk)
  expect(await owedBy(tenant, own)).toEqual([0])
})
