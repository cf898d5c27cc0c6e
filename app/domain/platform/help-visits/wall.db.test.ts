import { beforeAll, expect, test } from 'vitest'
import { codeOf } from '#tests/support/database/as-role.ts'
import { helpVisit } from '#tests/support/database/help-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'

let here: Tenant
let there: Tenant

beforeAll(async () => {
  ;[here, there] = [await freshTenant(), await freshTenant()]
})

test('an organisation sees and ends visits at itself alone, and neither begins one nor makes it longer', async () => {
  const [own, foreign] = [
    await helpVisit({ entity_id: here.place.id }),
    await helpVisit({ entity_id: there.place.id }),
  ]
  const { role } = here.place
  expect(await codeOf(role, 'select id from platform.help_visit')).toBe('1 rows')
  for (const text of [
    'insert into platform.help_visit default values',
    'delete from platform.help_visit',
    "update platform.help_visit set ends_at = ends_at + interval '1 hour'",
    'update platform.help_visit set operator_id = operator_id',
    "update platform.help_code set expires_at = expires_at + interval '1 day'",
  ])
    expect(await codeOf(role, text), text).toBe('42501')
  const end = ({ id }: { id: string }) =>
    `update platform.help_visit set ended_at = now(), ended_by = 'organisation' where id = '${id}'`
  expect(await codeOf(role, end(foreign))).toBe('0 rows')
  expect(await codeOf(role, end(own))).toBe('1 rows')
})
