import type { ReactElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoiceDocumentData } from '#app/domain/billing/invoices/invoice-document.ts'
import { type ReceiptSize, receiptSizes } from '#app/domain/core/documents/document.ts'
import type { Column } from '#app/domain/core/lists/columns.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { locales } from '#app/i18n/locales.ts'
import { sampleInvoice, sampleReceipt } from '#app/print/brand/brand-samples.ts'
import { CreditNoteDocument } from '#app/print/CreditNoteDocument.tsx'
import { InvoiceDocument } from '#app/print/InvoiceDocument.tsx'
import { linesOfRow } from '#app/print/lines-of-row.ts'
import { printables } from '#app/print/lists.ts'
import { operatorPrintables } from '#app/print/operator-lists.ts'
import { qrCode } from '#app/print/qr/qr-code.ts'
import { ReceiptDocument } from '#app/print/ReceiptDocument.tsx'
import { htmlOf } from '#app/print/render.tsx'
import { StatementDocument } from '#app/print/statement/StatementDocument.tsx'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { CreditRefundDocument } from '#app/print/voucher/CreditRefundDocument.tsx'
import { titleFactsOf } from '#tests/support/title-facts.ts'
import { type RunningBrowser, startBrowser } from './browser.ts'
import { giveFonts } from './fonts.ts'

let browser: RunningBrowser
beforeAll(async () => {
  browser = await startBrowser()
}, 60_000)
afterAll(() => browser.close())

const word = 'Ujian'.repeat(30)
const i18n = i18nOf('my')
const jawi = 'نور العين بنت ڤوان ݢاني'

const organisationOf = (name: string) =>
  ({
    ...{ name, registration_number: 'PPAB 1', address_line1: `No. 12, ${name}`, postcode: '43000' },
    ...{ city: 'Kajang', contact_phone: '+60380000100', contact_email: 'pejabat@contoh.test' },
  }) as unknown as InvoiceDocumentData['organisation']

const papers: Record<string, { size?: ReceiptSize; draw(name: string): ReactElement }> = {
  'an invoice': {
    draw(name) {
      const sample = sampleInvoice(organisationOf(name), i18n.t, '2026-01-31')
      const data = {
        ...sample,
        invoice: { ...sample.invoice, payer: name, student: name, remark: `${name} 12` },
        items: sample.items.map((item) => ({ ...item, description: name })),
      }
      return <InvoiceDocument data={data} online={null} logo={null} duitnow={null} einvoices={null} />
    },
  },
  'a list': {
    draw(name) {
      const columns = [
        { key: 'name', label: 'student.name' },
        { key: 'branch', label: 'student.branch_id' },
        { key: 'born_on', label: 'student.born_on', kind: 'date' },
      ] as const
      const rows = [
        { name, branch: 'Cawangan Seremban', born_on: '2016-05-04' },
        { name: 'Contoh', branch: name, born_on: '2016-05-04' },
      ]
      return (
        <TableDocument
          organisation={organisationOf(name)}
          logo={null}
          title={name}
          columns={[...columns]}
          page={{ rows, totals: {}, total: 2 }}
          filters={[{ label: 'Carian', value: name }]}
          printed="31 Jan 2026"
        />
      )
    },
  },
  'a statement of account': {
    draw(name) {
      const row = { about_id: null, charged_sen: null, paid_sen: null, title: null, about: null }
      return (
        <StatementDocument
          {...{ organisation: organisationOf(name), logo: null, name, family_code: 'F0001234' }}
          span={{ from: '2026-01-01', to: '2026-01-31' }}
          printed="31 Jan 2026"
          rows={[
            { ...row, id: '1', on: '2026-01-05', movement: 'opening', balance_sen: 0 },
            {
              ...{ ...row, id: '2', on: '2026-01-06', movement: 'invoice', about: 'INV-26-000184' },
              ...{ title: titleFactsOf(name), charged_sen: 24_500, balance_sen: 24_500 },
            },
          ]}
        />
      )
    },
  },
  'a credit note': {
    draw: (name) => (
      <CreditNoteDocument
        organisation={organisationOf(name)}
        logo={null}
        note={{
          ...{ number: 'CN-26-000012', issued_on: '2026-01-31', payer: name, student: name },
          ...{ invoice: 'INV-26-000184', invoice_issued_on: '2026-01-02', credit_sen: 0 },
          items: [
            {
              ...{ id: '1', description: name, amount_sen: 5_000, tax_sen: 0 },
              ...{ period_starts_on: null, period_ends_on: null },
            },
          ],
          ...{ sub_total_sen: 5_000, tax_total_sen: 0, total_sen: 5_000 },
        }}
      />
    ),
  },
  'a refund voucher': {
    draw: (name) => (
      <CreditRefundDocument
        organisation={organisationOf(name)}
        logo={null}
        row={{
          ...{
            number: 'REF-26-000001',
            parent: name,
            family_code: 'F0001234',
            amount_sen: 12_000,
            cash_sen: 12_000,
          },
          ...{ method: 'cash', payee_name: name, bank_name: null, account: null, bank_reference: null },
          ...{ requester: name, decider: name, paymaster: name, approved_on: '2026-01-31', paid_on: null },
        }}
      />
    ),
  },
  ...Object.fromEntries(
    receiptSizes.map((size) => [
      `a receipt on ${size}`,
      { size, draw: (name: string) => receipt(name, size) },
    ]),
  ),
}

function receipt(name: string, size: ReceiptSize) {
  const { allocations, payment, ...sample } = sampleReceipt(
    organisationOf(name),
    i18nOf('en').t,
    '2026-01-31',
  )
  const data = {
    ...sample,
    payment: { ...payment, payer_name: name, branch: name, remark: `${name} 12` },
    allocations: allocations.map((one) => ({ ...one, title: titleFactsOf(name) })),
  }
  const online = {
    ...{ url: 'https://contoh.test/i/abc', qr: qrCode('https://contoh.test/i/abc') },
    check: { at: 'contoh.test/verify', code: 'ABCD-1234' },
  }
  return <ReceiptDocument {...{ data, size, online, giver: null, logo: null, einvoices: null }} />
}

/** CSS pixels between the margins of a sheet. */
const widthOf: Record<ReceiptSize, number> = { a4: 672, a5: 476, '80mm': 302 }

async function opened(kind: string, name: string) {
  const { draw, size = 'a4' } = papers[kind]!
  return openedPage(draw(name), { size, width: widthOf[size] })
}

async function openedPage(
  paper: ReactElement,
  { size, width }: { size: ReceiptSize; width: number },
  words = i18n,
) {
  const html = htmlOf({ title: 'Ujian', i18n: words, colour: null, page: paper, size })
  const page = await browser.openPage()
  await page.setViewport({ width, height: 1_000 })
  await page.emulateMediaType('print')
  await page.setContent(html)
  await giveFonts(page, html)
  return page
}

/** Words that leave the sheet, and short words that are broken. */
const misplaced = (page: Awaited<ReturnType<typeof openedPage>>) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: { beyond: string[]; broken: string[] } = { beyond: [], broken: [] }
    const edge = document.querySelector('main')!.getBoundingClientRect().right
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement?.closest('.hidden')) continue
      const text = texts.currentNode.textContent ?? ''
      for (const { 0: one, index } of text.matchAll(/^\d+ \S+ \d{4}$|\S+/g)) {
        const range = document.createRange()
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + one.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (lines.some(({ right }) => right > Math.min(edge, document.documentElement.clientWidth) + 1))
          found.beyond.push(one)
        if (lines.length > 1 && one.length < 31) found.broken.push(one)
      }
    }
    return found
  })

test.each(Object.keys(papers))(
  'one word of 150 letters stays on the sheet and breaks no other: %s',
  async (kind) => {
    const page = await opened(kind, word)
    const found = await misplaced(page)
    await page.close()
    expect(found).toEqual({ beyond: [], broken: [] })
  },
)

test.each(Object.keys(papers))('a postcode behind a name in Jawi is drawn behind it: %s', async (kind) => {
  const page = await opened(kind, jawi)
  const [name, postcode] = await page.evaluate((written) => {
    const line = [...document.querySelectorAll('.letterhead p')].find((one) =>
      one.textContent?.includes('43000'),
    )!
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT)
    const places: Record<string, number> = {}
    while (texts.nextNode())
      for (const part of [written, '43000']) {
        const index = texts.currentNode.textContent?.indexOf(part) ?? -1
        if (index < 0) continue
        const range = document.createRange()
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + part.length)
        places[part] = range.getBoundingClientRect().left
      }
    return [places[written]!, places['43000']!] as const
  }, jawi)
  await page.close()
  expect(postcode).toBeGreaterThan(name)
})

test('both who sign have their line at one height', async () => {
  const page = await opened('a refund voucher', word)
  const heights = await page.$$eval('.signed h2 + p', (lines) =>
    lines.map((one) => one.getBoundingClientRect().top),
  )
  await page.close()
  expect(heights[0]).toBe(heights[1])
})

const sampleOf: Record<NonNullable<Column['kind']>, unknown> = {
  ...{
    text: 'Nur Ain Sofiya binti Shamsul',
    number: 'INV-26-001228',
    phone: '+60120001933',
    email: 'nur@contoh.test',
  },
  ...{
    money: -1_234_567,
    amount: -99_999_999,
    month: '2026-12',
    date: '2026-11-30',
    instant: '2026-11-30T03:05:00.000Z',
    count: 12_345,
  },
  ...{ status: 'requested', percent: 1_000, week: null, title: 'Yuran Disember 2026 dan 2 lagi' },
  ...{ clock: '12:30', duration: 12_345, share: { part: 22, whole: 23, rate_bp: 9_560 } },
}

const lists = [...Object.values(printables), ...Object.values(operatorPrintables)].map(
  (list) => [`${list.side} ${list.name}`, list] as const,
)

/** CSS pixels between the margins of an upright sheet and of one on its side. */
const sheetWidth = { portrait: 672, landscape: 1_001 } as const

test.each(lists)(
  'fits on its sheet at a size that can be read, in each language: the list %s',
  async (_, list) => {
    const columns: Column[] = list.columns.map(({ when: _when, ...column }) => column)
    const row = Object.fromEntries(
      columns.map(({ key, kind = 'text', words, lines }) => [
        key,
        kind === 'text' && words ? null : lines && kind === 'number' ? crypto.randomUUID() : sampleOf[kind],
      ]),
    )
    const totals = Object.fromEntries(
      columns
        .filter(({ total }) => total)
        .map(({ key, kind }) => [key, kind === 'amount' ? 99_999_999 : 123_456_789]),
    )
    for (const locale of locales) {
      const words = i18nOf(locale)
      const paper = (
        <TableDocument
          organisation={organisationOf('Contoh')}
          logo={null}
          title={words.t(list.title)}
          columns={columns}
          page={{ rows: [{ id: '1', ...row }], total: 1, totals }}
          filters={[]}
          printed="31 Jan 2026"
        />
      )
      const page = await openedPage(
        paper,
        { size: 'a4', width: sheetWidth[linesOfRow(columns).sheet] },
        words,
      )
      const found = await misplaced(page)
      const points = await page.$$eval('td, th', (cells) =>
        Math.min(...cells.map((cell) => Number.parseFloat(getComputedStyle(cell).fontSize) * 0.75)),
      )
      await page.close()
      // a word such as "e-mel" may break at its hyphen, a number may not
      const broken = found.broken.filter((one) => !/^\p{L}+(-\p{L}+)+:?$/u.test(one))
      expect({ ...found, broken, locale }).toEqual({ beyond: [], broken: [], locale })
      expect(points).toBeGreaterThanOrEqual(8)
    }
  },
)
