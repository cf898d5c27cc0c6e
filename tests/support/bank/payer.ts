import { expect } from 'vitest'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { openShop } from '#app/domain/payments/attempts/test-support.ts'
import { student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { app, type Browser } from '#tests/support/product/http.ts'

/** What FPX says about its banks unless a test says otherwise. */
const usualBanks = [
  { code: 'TEST0021', online: true },
  { code: 'MB2U0227', online: true },
  { code: 'BOCM01', online: false },
  { code: 'ABB0233', online: true },
]

export const choice = { bank: 'TEST0021', buyer_name: 'Azman bin Hashim', buyer_email: 'azman@family.test' }

/** An organisation that takes FPX, the built product, and somebody with an invoice's code and no account. */
export async function openCounter() {
  const shop = await openShop()
  const fpx = { banks: usualBanks }
  const banks = async () => ({ banks: fpx.banks, fetched_at: new Date(), stale: false, why: null })
  const product = await app({ services: { fpx: { config: async () => shop.config, banks } } })
  const payer = () => product.visitor(shop.tenant)

  /** An invoice of a girl with a father, due in a week; its public page is known on the main host too. */
  const bill = (given: Parameters<typeof invoice>[1] = {}, sen = 12_000) =>
    shop.tenant.write(async (trx) => {
      const branch_id = shop.tenant.branch.id
      const pupil = await student(trx, { name: 'Nur Aisyah binti Azman', branch_id })
      const today = currentDay()
      const dates = given.status === 'draft' ? {} : { issued_on: today }
      const whose = { student_id: pupil.id, payer_parent_id: pupil.payer!.id }
      const row = await invoice(trx, { ...whose, due_on: addDays(today, 7), ...dates, ...given }, [
        { price_sen: sen },
      ])
      await trx
        .insertInto('platform.public_code')
        .values({ code: row.public_code, kind: 'invoice' })
        .execute()
      return row
    })

  async function html(browser: Browser, path: string, status = 200) {
    const response = await browser.get(path)
    expect(response.status, path).toBe(status)
    return response.text()
  }

  /** Chooses a bank as a payer does; leads to the page of the signed request. */
  async function choose(code: string, given: Record<string, string> = {}, model = 'B2C') {
    const browser = payer()
    const path = `/payment/submit?invoice=${code}&model=${model}`
    const fields = fieldsOf(await html(browser, path))
    return browser.post(path, { ...fields, ...choice, ...given })
  }

  async function startedAt(code: string) {
    const response = await choose(code)
    expect(response).toRedirectTo(/^\/payment\/go\//)
    const attempt = await shop.attempt(response.headers.get('location')!.split('/').at(-1)!)
    const { public_code } = attempt
    return { attempt, go: `/payment/go/${public_code}`, status: `/payment/status/${public_code}` }
  }

  return { shop, product, fpx, usualBanks, payer, bill, html, choose, startedAt }
}

export type Counter = Awaited<ReturnType<typeof openCounter>>
