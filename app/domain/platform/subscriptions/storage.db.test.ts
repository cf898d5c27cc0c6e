import { beforeAll, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { asRefusal } from '#app/domain/core/refusal.ts'
import { addFile } from '#app/domain/people/families/change-family.ts'
import { newId } from '#db/id.ts'
import { parent } from '#tests/support/database/factories.ts'
import { besides } from '#tests/support/database/locks.ts'
import '#tests/support/product/matchers.ts'
import { storageUsed } from '#app/domain/core/features/limits.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { subscribed } from '#tests/support/product/packages.ts'

let tenant: Tenant
let parent_id: string
beforeAll(async () => {
  tenant = await freshTenant()
  parent_id = (await tenant.write((trx) => parent(trx))).id
})

const used = () => tenant.read(storageUsed)
async function upload(size_bytes: number, held = async () => {}, of = parent_id) {
  const actor = await tenant.actor('superadmin')
  const content_type = 'application/pdf' as const
  const file = { name: 'surat.pdf', content_type, storage_key: `ab/${newId()}.pdf`, size_bytes }
  return tenant
    .write((trx) => addFile(trx, actor, everywhere, of, file).then(held))
    .catch((error) => Promise.reject(asRefusal(error) ?? error))
}

test('kept files count to the byte; only the one that does not fit is refused, with the limit in the sentence', async () => {
  await upload(900_000)
  await subscribed(tenant, { storage_mb: 2 })
  await upload(1_000_000)
  await expect(upload(100_001)).rejects.toMatchObject({ code: 'package_limit.storage', values: { limit: 2 } })
  expect(await used()).toBe(1_900_000)
  await upload(100_000)
  expect(await used()).toBe(2_000_000)

  // What was removed, and what is made anew whenever it is asked for, takes no room.
  const { id } = await tenant.actor('superadmin')
  await tenant.write(async (trx) => {
    await trx
      .updateTable('family_file')
      .set({ removed_at: new Date(), removed_by: id })
      .where('size_bytes', '=', 900_000)
      .execute()
    const sha256 = Buffer.alloc(32)
    const row = { name: 'x', content_type: 'application/pdf', size_bytes: 700_000, sha256 }
    await trx
      .insertInto('stored_file')
      .values([
        { ...row, id: newId(), kind: 'document', storage_key: 'documents/x.pdf' },
        { ...row, id: newId(), kind: 'transfer_slip', storage_key: 'ab/slip.pdf' },
      ])
      .execute()
  })
  expect(await used()).toBe(1_800_000)
  const another = await tenant.write((trx) => parent(trx))
  const second = await besides(
    tenant,
    (held) => upload(150_000, held),
    () => upload(150_000, undefined, another.id),
  )
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'package_limit.storage' } })
})
