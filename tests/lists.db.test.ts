import { expect, test } from 'vitest'
import { invoiceList } from '#app/domain/billing/invoices/find-invoices.ts'
import type { Filters } from '#app/domain/core/lists/filters.ts'
import type { List, Reader } from '#app/domain/core/lists/list.ts'
import { readPage } from '#app/domain/core/lists/read-list.ts'
import { attemptList } from '#app/domain/payments/attempts/find-attempts.ts'
import { paymentList } from '#app/domain/payments/payments/find-payments.ts'
import { printables } from '#app/print/lists.ts'
import { operatorPrintables } from '#app/print/operator-lists.ts'
import { everyList } from './support/contracts/every-list.ts'
import { attendanceLists } from './support/contracts/lists/attendance.ts'
import { catalogueLists } from './support/contracts/lists/catalogue.ts'
import { classLists } from './support/contracts/lists/classes.ts'
import { einvoiceLists } from './support/contracts/lists/einvoices.ts'
import { familyLists } from './support/contracts/lists/families.ts'
import { givingLists } from './support/contracts/lists/giving.ts'
import { messageLists } from './support/contracts/lists/messages.ts'
import { moneyLists } from './support/contracts/lists/money.ts'
import { operatorLists } from './support/contracts/lists/operator.ts'
import { organisationLists } from './support/contracts/lists/organisation.ts'
import { peopleReportLists } from './support/contracts/lists/people-reports.ts'
import { moneyReportLists } from './support/contracts/lists/report-money.ts'
import { rolledUpLists } from './support/contracts/lists/rolled-up.ts'
import { makeRows, rows, tried } from './support/contracts/lists/try-list.ts'
import { reader } from './support/database/lists.ts'
import { figure } from './support/run/figure.ts'
import { soaking } from './support/run/soak.ts'

makeRows()
catalogueLists()
attendanceLists()
classLists()
organisationLists()
familyLists()
peopleReportLists()
moneyLists()
moneyReportLists()
messageLists()
einvoiceLists()
givingLists()
operatorLists()
rolledUpLists()

test('a family sees what it pays for, and nothing of another', async () => {
  const { read } = rows().tenant
  const families = await read((db) =>
    db
      .selectFrom('payment')
      .innerJoin('payment_allocation', 'payment_allocation.payment_id', 'payment.id')
      .innerJoin('payment_attempt_invoice as tried', 'tried.invoice_id', 'payment_allocation.invoice_id')
      .innerJoin('invoice', 'invoice.id', 'tried.invoice_id')
      .select(['payment.id as payment', 'invoice.id as invoice', 'tried.attempt_id as attempt'])
      .select('invoice.payer_parent_id as parent_id')
      .orderBy('payment.id')
      .execute(),
  )
  expect(families).toHaveLength(3)
  const { parent_id, ...own } = families[0]!
  const family = reader({ scope: { scope: 'own', user_id: '', branch_ids: [], parent_id } })
  const idsOf = async <F extends Filters<Reader>, Row extends object, Raw extends object>(
    list: List<Reader, unknown, F, Row, Raw>,
  ) => {
    const { rows: seen } = await read((db) => readPage(list, db, family, list.search.parse({})))
    return seen.map((row) => (row as { id?: unknown }).id)
  }
  expect(await idsOf(invoiceList)).toEqual([own.invoice])
  expect(await idsOf(paymentList)).toEqual([own.payment])
  expect(await idsOf(attemptList)).toEqual([own.attempt])
})

test('every list that can be taken away is tried here', () => {
  expect(tried.tenant.toSorted()).toEqual(Object.keys(printables).toSorted())
  expect(tried.operator.toSorted()).toEqual(Object.keys(operatorPrintables).toSorted())
  const orders = soaking ? 'each of their orders' : 'three of their orders'
  figure(`lists: ${tried.tenant.length + tried.operator.length} lists, turned page by page in ${orders}`)
})

test('the first column of a list, by which a row is opened, is shown on every screen', async () => {
  const lists = await everyList()
  const hidden = lists.filter(({ list }) => !['who', 'much', undefined].includes(list.columns[0]?.room))
  expect(hidden.map(({ name }) => name)).toEqual([])
})
