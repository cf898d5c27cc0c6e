import { beforeAll, expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { receiptSizes } from '#app/domain/core/documents/document.ts'
import { receiptRequest } from '#app/domain/payments/payments/receipt.ts'
import { allocation, invoice, payment, receipt } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { makeDocument } from './make-document.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})

test('a receipt is printed on A4, A5 or a roll as long as it needs, with what cash was rounded by and the change', async () => {
  const { id: subject_id } = await tenant.write(async (trx) => {
    const bill = await invoice(trx, { paid_sen: 10_002 }, [{ price_sen: 10_002 }])
    const cash = { method: 'cash', rounding_sen: -2, given_sen: 15_000 }
    const paid = await payment(trx, { amount_sen: 10_002, ...cash })
    await allocation(trx, paid.id, bill.id, 10_002)
    await receipt(trx, paid.id)
    return paid
  })
  const tools = jobTools(tenant, 'document.render')
  const sheets = []
  for (const size of receiptSizes) {
    const request = receiptRequest(subject_id, 'en', undefined, { size, einvoices: [] })
    const id = await tenant.write((trx) => requestDocument(trx, systemActor, request))
    await makeDocument(tools, id)
    sheets.push(await textOf(await tools.files.get(`documents/${id}.pdf`)))
  }
  for (const { text } of sheets)
    for (const part of ['RM100.02', '-RM0.02', 'RM100.00', 'RM150.00', 'RM50.00'])
      expect(text).toContain(part)
  const [a4, a5, roll] = sheets.map(({ pages }) => pages)
  expect(a4).toEqual([{ width: 595, height: 842 }])
  expect(a5).toEqual([{ width: 420, height: 595 }])
  expect(roll).toHaveLength(1)
  expect(roll![0]!.width).toBe(227)
  expect(roll![0]!.height).toBeGreaterThan(227)
  expect(roll![0]!.height).toBeLessThan(842)
})
