import { expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { branch, parent, student } from '#tests/support/database/factories.ts'
import { letter, letterFile } from '#tests/support/database/message-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import '#tests/support/product/matchers.ts'
import { familyMessageFile, familyMessageOf } from './family-messages.ts'

test('the office of a branch reads the messages and files of its own families alone', async () => {
  const tenant = await freshTenant()
  const made = await tenant.write(async (trx) => {
    const received = async (branch_id: string) => {
      const payer = await parent(trx)
      await student(trx, { branch_id }, { payer })
      const { announcement, message } = await letter(trx, { parent_id: payer.id })
      const { id } = await letterFile(trx, announcement.id, { storage_key: 'ab/surat.pdf' })
      return { file: id, message: message.id }
    }
    return { near: await received(tenant.branch.id), far: await received((await branch(trx)).id) }
  })
  const office = { ...everywhere, scope: 'branch' as const, branch_ids: [tenant.branch.id] }
  const file = (id: string) => tenant.read((db) => familyMessageFile(db, office, id))
  const message = (id: string) => tenant.read((db) => familyMessageOf(db, office, id))
  expect(await file(made.near.file)).toBeDefined()
  expect(await message(made.near.message)).toMatchObject({ id: made.near.message })
  await expect(file(made.far.file)).toRefuse('not_found.file')
  await expect(message(made.far.message)).toRefuse('not_found.message')
})
