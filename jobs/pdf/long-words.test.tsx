import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InvoiceDocumentData } from '#app/domain/billing/invoices/invoice-document.ts'
import { i18nOf } from '#app/i18n/i18n.ts'
import { sampleInvoice } from '#app/print/brand/brand-samples.ts'
import { InvoiceDocument } from '#app/print/InvoiceDocument.tsx'
import { htmlOf } from '#app/print/render.tsx'
import { TableDocument } from '#app/print/TableDocument.tsx'
import { type RunningBrowser, startBrowser } from './browser.ts'
import { giveFonts } from './fonts.ts'

let browser: RunningBrowser
beforeAll(async () => {
  browser = await startBrowser()
}, 60_000)
afterAll(() => browser.close())

const word = 'Ujian'.repeat(30)
const i18n = i18nOf('my')

const organisation = {
  ...{ name: word, registration_number: 'PPAB 1', address: [word], phone: '03-8000 0100' },
  email: 'pejabat@contoh.test',
} as unknown as InvoiceDocumentData['organisation']

function invoice() {
  const sample = sampleInvoice(organisation, i18n.t, '2026-01-31')
  const data = {
    ...sample,
    invoice: { ...sample.invoice, payer: word, student: word, remark: word },
    items: sample.items.map((item) => ({ ...item, description: word })),
  }
  return <InvoiceDocument data={data} online={null} logo={null} duitnow={null} />
}

function list() {
  const columns = [
    { key: 'name', label: 'student.name' },
    { key: 'branch', label: 'student.branch_id' },
    { key: 'born_on', label: 'student.born_on', kind: 'date' },
  ] as const
  const rows = [
    { name: word, branch: 'Cawangan Seremban', born_on: '2016-05-04' },
    { name: 'Contoh', branch: word, born_on: '2016-05-04' },
  ]
  return (
    <TableDocument
      organisation={{ name: word }}
      logo={null}
      title={word}
      columns={[...columns]}
      page={{ rows, totals: {}, total: 2 }}
      filters={[{ label: 'Carian', value: word }]}
      printed="31 Jan 2026"
    />
  )
}

test.each([
  ['an invoice', invoice],
  ['a list', list],
])('one word of 150 letters stays on the sheet and breaks no other: %s', async (_, draw) => {
  const html = htmlOf({ title: 'Ujian', i18n, colour: null, page: draw() })
  const page = await browser.openPage()
  await page.setViewport({ width: 672, height: 1_000 })
  await page.emulateMediaType('print')
  await page.setContent(html)
  await giveFonts(page, html)
  const { beyond, broken } = await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: { beyond: string[]; broken: string[] } = { beyond: [], broken: [] }
    while (texts.nextNode()) {
      if (texts.currentNode.parentElement?.closest('.hidden')) continue
      const text = texts.currentNode.textContent ?? ''
      for (const { 0: one, index } of text.matchAll(/\S+/g)) {
        const range = document.createRange()
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + one.length)
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
        if (lines.some(({ right }) => right > document.documentElement.clientWidth + 1))
          found.beyond.push(one)
        if (lines.length > 1 && one.length < 31) found.broken.push(one)
      }
    }
    return found
  })
  expect({ beyond, broken }).toEqual({ beyond: [], broken: [] })
})
