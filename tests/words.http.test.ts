import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { i18nOf } from '#app/i18n/i18n.server.ts'
import { languageTag, locales } from '#app/i18n/locales.ts'
import { createMailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { printables } from '#app/print/lists.server.ts'
import { operatorPrintables } from '#app/print/operator-lists.server.ts'
import { htmlOf } from '#app/print/render.tsx'
import { sheetOf } from '#app/print/sheets.server.tsx'
import { inPlace } from '#db/in-place.ts'
import { sendInvoice } from '#jobs/handlers/invoice-send.ts'
import { sendReceipt } from '#jobs/handlers/receipt-send.ts'
import { crawl, type Met } from './bench/crawl/crawl.ts'
import { visitors } from './bench/crawl/visitors.ts'
import { type Demo, demo, demoRing } from './support/demo.ts'
import { type App, app, mainHost } from './support/http.ts'
import { dataFolder, jobTools } from './support/job-tools.ts'
import { mailsTo } from './support/mails.ts'
import { pageFaults } from './support/page-faults.ts'
import { rawWords, wordsOfPage } from './support/raw-words.ts'
import type { Tenant } from './support/tenant.ts'

/**
 * Everything that the demo says to anybody, in each language: nowhere a key, a placeholder or a value of a program, and
 * every page soundly built.
 */
let world: Demo
let product: App
const texts: { where: string; text: string }[] = []
const counts: Record<string, number> = {}

const hear = (kind: string, where: string, ...more: string[]) => {
  counts[kind] = (counts[kind] ?? 0) + 1
  for (const text of more) texts.push({ where: `${kind} ${where}`, text })
}
const ask =
  (host: string, cookie: string) =>
  async (path: string, init: RequestInit = {}) => {
    const headers = {
      host,
      cookie,
      accept: 'text/html',
      origin: `http://${host}`,
      'sec-fetch-site': 'same-origin',
    }
    const request = new Request(`http://${host}${path}`, {
      ...init,
      headers: { ...headers, ...init.headers },
    })
    const response = await product.handle(request, { address: '192.0.2.1' })
    const type = response.headers.get('content-type') ?? ''
    return { status: response.status, type, encoding: '', body: Buffer.from(await response.arrayBuffer()) }
  }

beforeAll(async () => {
  world = await demo()
  product = await app({ services: { ring: demoRing } })
})
afterAll(() => process.stdout.write(`heard: ${JSON.stringify(counts)}\n`))

function rawOnes() {
  return [
    ...new Set(
      texts.splice(0).flatMap(({ where, text }) => rawWords(text).map((raw) => `${raw} in ${where}`)),
    ),
  ]
}

describe('no raw word is met', () => {
  test('on any page, for anybody, in any language, what wrong input is answered with included', {
    timeout: 300_000,
  }, async () => {
    const everybody = await visitors(
      { pool: world.database.pool, build: product.build, mainHost, ask },
      'demo',
    )
    const wrongLanguage: string[] = []
    const failed: string[] = []
    const faults = new Map<string, string>()
    const judge = (where: string, html: string) => {
      for (const fault of pageFaults(html)) faults.set(fault, where)
    }
    for (const visitor of everybody) {
      const met = await crawl(visitor)
      for (const page of met) {
        hear('page', nameOf(page), ...wordsOfPage(page.html))
        judge(nameOf(page), page.html)
        if (page.status >= 500) failed.push(nameOf(page))
        if (!page.html.includes(`<html lang="${languageTag(page.locale)}"`)) wrongLanguage.push(nameOf(page))
      }
      for (const form of formsOf(met)) {
        const post = visitor.ask as ReturnType<typeof ask>
        for (const value of ['', '?']) {
          const answer = await post(form.action, {
            method: 'POST',
            body: new URLSearchParams(form.fields.map((name) => [name, value])),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          })
          if (!answer.type.startsWith('text/html') || answer.status < 400) continue
          const [where, html] = [`${form.action} (${visitor.who}, ${visitor.locale})`, String(answer.body)]
          hear('wrong input', where, ...wordsOfPage(html))
          judge(where, html)
        }
      }
      for (const path of exportsOf(met)) {
        const answer = await visitor.ask(path)
        if (answer.type.includes('csv')) hear('file', path, String(answer.body).split('\n')[0]!)
      }
    }
    expect(failed).toEqual([])
    expect(wrongLanguage).toEqual([])
    expect([...faults].map(([fault, where]) => `${where} ${fault}`)).toEqual([])
    expect(counts.page).toBeGreaterThan(400)
    expect(counts['wrong input']).toBeGreaterThan(20)
    expect(counts.file).toBeGreaterThan(10)
    expect(rawOnes()).toEqual([])
  })

  test('in a mail or its PDF', { timeout: 120_000 }, async () => {
    const sandbox = await createMailSandbox({ folder: `${await dataFolder()}/mail` })
    const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
    const { place, ...entity } = world.entity('demo')
    const write: Tenant['write'] = (work) => inPlace(world.database.pool, place, work)
    const tenant = { entity: { ...entity, place }, place, write } as unknown as Tenant
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
        await trx.updateTable('payment').set({ payer_email: email }).where('id', '=', payment.id).execute()
        return { invoice, payment }
      })
      await sendInvoice({ invoice_id: invoice.id }, await jobTools(tenant, 'invoice.send', { settings }))
      await sendReceipt({ payment_id: payment.id }, await jobTools(tenant, 'receipt.send', { settings }))
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
          scope: 'all',
          user_id: '0198f000-0000-7000-8000-000000000000',
          branch_ids: [],
          parent_id: null,
        }
        const parameters = { name, query: 'q=zzzz', scope }
        const order = { kind: 'list', locale, parameters, created_at: new Date() }
        const sheet = await world.read('demo', (db) =>
          sheetOf(db, order as never, 'http://demo.localhost:3000'),
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

const nameOf = ({ path, who, locale, status }: Met) => `${path} (${who}, ${locale}, ${status})`

/** Forms that post, one for each kind of address, with the names of their fields; not the one that signs out. */
function formsOf(met: Met[]) {
  const forms = new Map<string, { action: string; fields: string[] }>()
  for (const { html, path } of met)
    for (const [form] of html.matchAll(/<form\b[^>]*method="post"[\s\S]*?<\/form>/g)) {
      const action = (/^<form\b[^>]*action="([^"]*)"/.exec(form)?.[1] ?? path).replaceAll('&amp;', '&')
      if (!action.startsWith('/') || action.startsWith('/logout')) continue
      const kind = action.replace(/[?#].*/, '').replace(/\/[\w-]{20,}/g, '/:id')
      const fields = [...form.matchAll(/\sname="([^"]+)"/g)].map(([, name]) => name!)
      if (!forms.has(kind)) forms.set(kind, { action, fields })
    }
  return forms.values()
}

const exportsOf = (met: Met[]) =>
  new Set(
    met.flatMap(({ html }) =>
      [...html.matchAll(/href="(\/[^"]*\/export\/csv[^"]*)"/g)].map(([, href]) =>
        href!.replaceAll('&amp;', '&'),
      ),
    ),
  )
