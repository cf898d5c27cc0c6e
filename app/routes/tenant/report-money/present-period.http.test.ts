import { beforeAll, describe, expect, test } from 'vitest'
import { todayIn } from '#app/domain/core/dates.ts'
import { requestedList } from '#app/print/requested-list.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { app, type Browser } from '#tests/support/product/http.ts'

/** A report by year is never of all years, however it is asked for. */
const at = '/report/payment/invoiceYearly'
const today = todayIn(new Date())
const year = today.slice(0, 4)
let admin: Browser

beforeAll(async () => {
  const web = await app()
  const tenant = await freshTenant()
  await tenant.write(async (trx) => {
    await invoice(trx, { issued_on: today, due_on: today }, [{ price_sen: 12_345 }])
    const long = `${Number(year) - 2}-05-01`
    await invoice(trx, { issued_on: long, due_on: long }, [{ price_sen: 67_890 }])
  })
  admin = await web.signedInAs(tenant, 'admin')
})

const text = async (path: string) =>
  (await (await admin.get(path)).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

describe.each(['', '?q=', '?year=', '?year=1999'])('without a year (%s)', (query) => {
  test.each(['', '/print', '/export/csv'])('%s has the invoices of the present one', async (way) => {
    const said = await text(`${at}${way}${query}`)
    expect(said).toContain('123.45')
    expect(said).not.toContain('678.90')
  })
})

test('the sheet of paper says of which year it is', async () => {
  expect(await text(`${at}/print?q=`)).toContain(`Year: ${year}`)
})

test('a file that is made in the background is of the year in which it was asked for', () => {
  const parameters = {
    name: at.slice(1),
    query: 'q=',
    scope: { scope: 'all', user_id: '', branch_ids: [], parent_id: null },
  }
  const { search } = requestedList(parameters as never, new Date('2025-12-31T17:00:00Z'))
  expect(search).toMatchObject({ year: '2026' })
})
