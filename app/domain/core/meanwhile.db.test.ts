import { expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { everywhere } from './actor.ts'
import { record } from './audit.ts'
import { meanwhile } from './meanwhile.ts'

test('who was faster is told to the office and to no family', async () => {
  const tenant = await freshTenant()
  const [clerk, admin] = [await tenant.actor('clerk'), await tenant.actor('admin')]
  const object = { type: 'invoice', id: newId() }
  for (const actor of [clerk, admin])
    await tenant.write((trx) => record(trx, actor, 'invoice.edited', object, { after: { remark: 'Betul' } }))
  const said = async (scope: 'all' | 'branch' | 'own') =>
    (
      await tenant.read((db) =>
        meanwhile(db, 'version_conflict', object, { scope: { ...everywhere, scope } }),
      )
    ).values
  for (const scope of ['all', 'branch'] as const)
    expect(await said(scope)).toMatchObject({ by: admin.name, at: expect.any(String) })
  expect(await said('own')).toEqual({})
})
