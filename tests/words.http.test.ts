import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { languageTag, locales } from '#app/i18n/locales.ts'
import { createMailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { printables } from '#app/print/lists.ts'
import { operatorPrintables } from '#app/print/operator-lists.ts'
import { htmlOf } from '#app/print/render.tsx'
import { sheetOf } from '#app/print/sheets.tsx'
import { newId } from '#db/id.ts'
import { asOwner } from '#db/owner.ts'
import { withTenant } from '#db/with-tenant.ts'
import { type Demo, demoOfToday } from '#tests/support/database/demo.ts'
import type { Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { mailsTo } from '#tests/support/jobs/mails.ts'
import { rawWords, wordsOfPage } from '#tests/support/pages/raw-words.ts'
import { sourceAt } from '#tests/support/product/source.ts'
import { figure } from './support/run/figure.ts'

const sendInvoice = handlerOf('invoice.send')
const sendReceipt = handlerOf('receipt.send')

/**
 * What the demo says to anybody beside its pages, in each language: nowhere a key, a placeholder or a value of a program.
 * Its pages are walked by walk/demo.http.test.ts.
 */
let world: Demo
const texts: { where: string; text: string }[] = []
const counts: Record<string, number> = {}

const hear = (kind: string, where: string, ...more: string[]) => {
  counts[kind] = (counts[kind] ?? 0) + 1
  for (const text of more) texts.push({ where: `${kind} ${where}`, text })
}
beforeAll(async () => {
  world = await demoOfToday()
})
afterAll(() => figure(`words: heard ${JSON.stringify(counts)}`))

function rawOnes() {
  return [
    ...new Set(
      texts.splice(0).flatMap(({ where, text }) => rawWords(text).map((raw) => `${raw} in ${where}`)),
    ),
  ]
}

describe('no raw word is met', () => {
  test('in a mail or its PDF', { timeout: 120_000 }, async () => {
    const sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
    const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
    const { place, ...entity } = world.entity('demo')
    const write: Tenant['write'] = (work) => withTenant(world.database.pool, place, work)
    const tenant = {
      database: world.database,
      entity: { ...entity, place },
      place,
      write,
    } as unknown as Tenant
    for (const locale of locales) {
      const { invoice, payment } = await write(async (trx) => {
        const email = `${locale}@family.test`
        const invoice = await trx
          .selectFrom('invoice')
          .select(['id', 'payer_parent_id'])
          .where('status', '=', 'unpaid')
          .orderBy('id')
          .executeTakeFirstOrThrow()
        const payment = await trx
          .selectFrom('payment')
          .select(['id', 'payer_parent_id'])
          .where('status', '=', 'paid')
          .where('method', '=', 'cash')
          .orderBy('id')
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('parent')
          .set({ email, preferred_locale: locale })
          .where('id', 'in', [invoice.payer_parent_id, payment.payer_parent_id])
          .execute()
        return { invoice, payment }
      })
      // What a payment says is not the organisation's to change.
      await asOwner(world.database.ownerUrl, (owner) =>
        sql`update ${sql.table(`${place.schema}.payment`)} set payer_email = ${`${locale}@family.test`}
          where id = ${payment.id}`.execute(owner),
      )
      await sendInvoice({ invoice_id: invoice.id }, jobTools(tenant, 'invoice.send', { settings }))
      await sendReceipt({ payment_id: payment.id }, jobTools(tenant, 'receipt.send', { settings }))
      for (const mail of await mailsTo(sandbox, `${locale}@family.test`)) {
        hear('mail', `${mail.subject} (${locale})`, mail.subject, mail.plain, ...wordsOfPage(mail.html))
        hear('pdf', `${mail.pdf.name} (${locale})`, mail.pdf.text)
      }
    }
    await sandbox.close()
    expect(counts).toMatchObject({ mail: 2 * locales.length, pdf: 2 * locales.length })
    expect(rawOnes()).toEqual([])
  })

  test('on a printed list', async () => {
    for (const locale of locales)
      for (const name of Object.keys(printables)) {
        const scope = {
          scope: 'all' as const,
          user_id: '0198f000-0000-7000-8000-000000000000',
          branch_ids: [],
          parent_id: null,
        }
        const parameters = { name, query: 'q=zzzz', scope }
        const order = {
          ...{ id: newId(), kind: 'list' as const, subject_id: null },
          ...{ locale, parameters, created_at: new Date() },
        }
        const sheet = await world.read('demo', (db) =>
          sheetOf(db, order, sourceAt('http://demo.localhost:3000')),
        )
        const html = htmlOf({ ...sheet, page: sheet.draw(null) })
        expect(html).toContain(`<html lang="${languageTag(locale)}"`)
        hear('list', `${name} (${locale})`, sheet.title, ...wordsOfPage(html))
      }
    for (const list of [...Object.values(printables), ...Object.values(operatorPrintables)])
      for (const locale of locales)
        hear('head', list.title, ...list.columns.map(({ label }) => String(i18nOf(locale).t(label))))
    expect(counts.list).toBeGreaterThan(8)
    expect(rawOnes()).toEqual([])
  })
})
