import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { uploaded } from './test-support.ts'

test('a statement in a workbook with movements on a second sheet is refused, not taken in part', async () => {
  const tenant = await freshTenant()
  const month = (name: string, day: string) => ({
    name,
    rows: [
      ['Date', 'Description', 'Debit', 'Credit'],
      [day, 'YURAN', null, 50],
    ],
  })
  const workbook = async (...sheets: object[]) => Buffer.from(await writeXlsx({ sheets } as never))
  const [october, november] = [month('Okt', '05/10/2026'), month('Nov', '05/11/2026')]
  await expect(uploaded(tenant, await workbook(october, november))).rejects.toMatchObject({
    fault: 'several_sheets',
  })
  const words = { name: 'Nota', rows: [['Cetakan daripada bank']] }
  const one = await uploaded(tenant, await workbook(november, words), { matched: false })
  expect(await one.now()).toMatchObject({ format: 'xlsx' })
})
