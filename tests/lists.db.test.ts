import { beforeAll, expect, test } from 'vitest'
import { attemptList } from '#app/domain/attempts/find-attempts.server.ts'
import { branchList } from '#app/domain/branches/find-branches.server.ts'
import { cancelRequestList } from '#app/domain/cancel-requests/find-requests.server.ts'
import { categoryList } from '#app/domain/categories/find-categories.server.ts'
import { collectionList, ledgerList } from '#app/domain/collections/find-collections.server.ts'
import { departmentList } from '#app/domain/departments/find-departments.server.ts'
import { allExceptionList, exceptionList } from '#app/domain/exceptions/exception-lists.server.ts'
import { failedJobList } from '#app/domain/failed-jobs/find-jobs.server.ts'
import { invoiceList } from '#app/domain/invoices/find-invoices.server.ts'
import type { Filters } from '#app/domain/lists/filters.ts'
import type { List, OperatorReader, Reader } from '#app/domain/lists/list.ts'
import { pageOf } from '#app/domain/lists/read-list.server.ts'
import { auditList, platformAuditList } from '#app/domain/log/audit.server.ts'
import { operatorSignInList, signInList } from '#app/domain/log/logins.server.ts'
import { moduleList } from '#app/domain/modules/find-modules.server.ts'
import { monthList } from '#app/domain/months/find-months.server.ts'
import { operatorsList } from '#app/domain/operators/find-operators.server.ts'
import { paymentList } from '#app/domain/payments/find-payments.server.ts'
import { programList } from '#app/domain/programs/find-programs.server.ts'
import { staffList } from '#app/domain/staff/find-staff.server.ts'
import { printables } from '#app/print/lists.server.ts'
import { operatorPrintables } from '#app/print/operator-lists.server.ts'
import { platformPlace } from '#db/pool.ts'
import { standing } from './support/contracts/exception-filters.ts'
import { type Kept, keptList } from './support/contracts/list.ts'
import { day, earlier, type ListRows, listRows, text } from './support/contracts/list-rows.ts'
import { reader } from './support/database/lists.ts'
import { readAt } from './support/database/tenant.ts'

let rows: ListRows
beforeAll(async () => {
  rows = await listRows()
})

/** Whose rows somebody of one branch sees; `nobody` of another than the first. */
type Seen<Row> = (row: Row) => boolean

const tried: Record<'tenant' | 'operator', string[]> = { tenant: [], operator: [] }

/** A list of an organisation's; `seen`: the rows of the first branch, where a branch is all that one may reach. */
function ofTenant<F extends Filters<Reader>, Row extends object, Raw extends object>(
  list: List<Reader, unknown, F, Row, Raw>,
  narrowing: () => Kept<Reader, F, Row, Raw>['narrowing'],
  seen?: Seen<Row>,
) {
  tried.tenant.push(list.name)
  keptList(list.name, () => {
    const { tenant } = rows
    const scope = {
      scope: 'branch',
      user_id: rows.head.id,
      branch_ids: [tenant.branch.id],
      parent_id: null,
    } as const
    return {
      ...{
        list,
        text,
        read: tenant.read,
        everybody: reader({ today: '2026-04-15' }),
        narrowing: narrowing(),
      },
      ...(seen ? { narrower: { reader: reader({ scope }), sees: seen } } : {}),
    }
  })
}

/** A list of the operator's; `seen`: the rows that support sees, where it sees only its own. */
function ofOperator<F extends Filters<OperatorReader>, Row extends object, Raw extends object>(
  list: List<OperatorReader, unknown, F, Row, Raw>,
  narrowing: () => Kept<OperatorReader, F, Row, Raw>['narrowing'],
  seen?: Seen<Row>,
) {
  tried.operator.push(list.name)
  keptList(`admin/${list.name}`, () => ({
    ...{ list, text, everybody: { id: rows.owner.id, role: 'owner' }, narrowing: narrowing() },
    read: (work) => readAt(rows.tenant.database, platformPlace, work),
    ...(seen ? { narrower: { reader: { id: rows.support.id, role: 'support' }, sees: seen } } : {}),
  }))
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

ofTenant(categoryList, () => ({
  kind: ['age', ({ kind }) => kind === 'age'],
  status: ['inactive', ({ status }) => status === 'inactive'],
}))

ofTenant(moduleList, () => ({
  program_id: [rows.program.id, ({ program }) => program === rows.program.name],
  status: ['inactive', ({ status }) => status === 'inactive'],
}))

ofTenant(programList, () => ({
  department_id: [rows.place.id, ({ department }) => department === rows.place.name],
  status: ['inactive', ({ status }) => status === 'inactive'],
}))

ofTenant(
  branchList,
  () => ({
    state: ['Johor', ({ state }) => state === 'Johor'],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }),
  ({ code }) => code === 'HQ',
)

ofTenant(departmentList, () => ({
  branch_id: [rows.far.id, ({ branch }) => branch === rows.far.name],
  status: ['inactive', ({ status }) => status === 'inactive'],
}))

ofTenant(
  staffList,
  () => ({
    branch_id: [rows.far.id, ({ branches }) => branches === rows.far.name],
    department_id: [rows.place.id, ({ department }) => department === rows.place.name],
    role: ['supervisor', ({ roles }) => roles?.includes('supervisor') ?? false],
    status: ['inactive', ({ status }) => status === 'inactive'],
  }),
  ({ branches }) => branches !== rows.far.name,
)

ofTenant(
  invoiceList,
  () => ({
    status: ['outstanding', ({ status }) => status === 'unpaid' || status === 'overdue'],
    age: ['not_due', ({ status }) => status === 'unpaid'],
    issued_from: [day, ({ issued_on }) => issued_on !== null && issued_on >= day],
    issued_to: [earlier, ({ issued_on }) => issued_on !== null && issued_on < day],
    branch_id: [rows.far.id, ({ branch }) => branch === rows.far.name],
  }),
  ({ branch }) => branch !== rows.far.name,
)

ofTenant(
  paymentList,
  () => ({
    method: ['bank_transfer', ({ method }) => method === 'bank_transfer'],
    status: ['failed', ({ status }) => status === 'failed'],
    from: [day, ({ booked_on }) => booked_on >= day],
    to: [earlier, ({ booked_on }) => booked_on < day],
    branch_id: [rows.far.id, ({ number }) => number === text],
  }),
  ({ number }) => number !== text,
)

ofTenant(
  attemptList,
  () => ({
    from: [day, ({ requested_at }) => dayOf(requested_at) >= day],
    to: [earlier, ({ requested_at }) => dayOf(requested_at) < day],
    state: ['attention', ({ state }) => state === 'needs_review'],
  }),
  ({ buyer_name }) => buyer_name !== text,
)

ofTenant(
  collectionList,
  () => ({
    method: ['fpx', ({ method }) => method === 'fpx'],
    status: ['settled', ({ status }) => status === 'settled'],
    from: [day, ({ collected_on }) => collected_on >= day],
    to: [earlier, ({ collected_on }) => collected_on < day],
    branch_id: [rows.far.id, ({ branch }) => branch === rows.far.name],
  }),
  ({ branch }) => branch !== rows.far.name,
)

ofTenant(monthList, () => ({ status: ['closed', ({ status }) => status === 'closed'] }))

ofTenant(
  cancelRequestList,
  () => ({
    state: ['withdrawn', ({ state }) => state === 'withdrawn'],
    kind: ['payment', ({ kind }) => kind === 'payment'],
  }),
  ({ kind }) => kind === 'invoice',
)

ofTenant(
  exceptionList,
  () => ({ ...standing, branch_id: [rows.far.id, ({ kind }) => kind === 'no_answer'] }),
  ({ kind }) => kind === 'mismatch',
)

ofTenant(
  auditList,
  () => ({
    person: [rows.head.id, ({ actor_type }) => actor_type === 'user'],
    from: [day, ({ at }) => dayOf(at) >= day],
    to: [earlier, ({ at }) => dayOf(at) < day],
    group: ['branch', ({ action }) => action.startsWith('branch.')],
    object: ['branch', ({ object_type }) => object_type === 'branch'],
    actor_type: ['user', ({ actor_type }) => actor_type === 'user'],
    object_id: [rows.head.id, ({ object_id }) => object_id === rows.head.id],
  }),
  ({ actor_type }) => actor_type === 'user',
)

ofTenant(
  signInList,
  () => ({
    from: [day, ({ at }) => dayOf(at) >= day],
    to: [earlier, ({ at }) => dayOf(at) < day],
    outcome: ['success', ({ outcome }) => outcome === 'success'],
    method: ['reset', ({ method }) => method === 'reset'],
    person: [rows.head.id, ({ person_id }) => person_id === rows.head.id],
  }),
  ({ person_id }) => person_id === rows.head.id,
)

ofOperator(ledgerList, () => ({
  entity_id: [rows.tenant.place.id, ({ entity }) => entity === text],
  method: ['fpx', ({ method }) => method === 'fpx'],
  status: ['settled', ({ status }) => status === 'settled'],
  from: [day, ({ collected_on }) => collected_on >= day],
  to: [earlier, ({ collected_on }) => collected_on < day],
}))

ofOperator(allExceptionList, () => ({
  ...standing,
  entity_id: [rows.tenant.place.id, ({ entity }) => entity === text],
}))

ofOperator(failedJobList, () => ({
  state: ['retried', ({ retried_at }) => retried_at !== null],
  name: ['receipt.send', ({ name }) => name === 'receipt.send'],
  entity_id: [rows.tenant.place.id, ({ entity }) => entity === text],
  from: [day, ({ failed_at }) => dayOf(failed_at) >= day],
  to: [earlier, ({ failed_at }) => dayOf(failed_at) < day],
}))

ofOperator(operatorsList, () => ({
  role: ['support', ({ role }) => role === 'support'],
  second_factor: ['on', ({ second_factor }) => second_factor === 'on'],
  status: ['inactive', ({ status }) => status === 'inactive'],
}))

ofOperator(
  platformAuditList,
  () => ({
    person: [rows.support.id, ({ actor_type }) => actor_type === 'operator'],
    from: [day, ({ at }) => dayOf(at) >= day],
    to: [earlier, ({ at }) => dayOf(at) < day],
    group: ['branch', ({ action }) => action.startsWith('branch.')],
    object: ['branch', ({ object_type }) => object_type === 'branch'],
    actor_type: ['operator', ({ actor_type }) => actor_type === 'operator'],
    object_id: [rows.support.id, ({ object_id }) => object_id === rows.support.id],
    entity_id: [rows.tenant.place.id, ({ entity }) => entity === text],
  }),
  ({ actor_type }) => actor_type === 'operator',
)

ofOperator(
  operatorSignInList,
  () => ({
    from: [day, ({ at }) => dayOf(at) >= day],
    to: [earlier, ({ at }) => dayOf(at) < day],
    outcome: ['success', ({ outcome }) => outcome === 'success'],
    method: ['reset', ({ method }) => method === 'reset'],
    person: [rows.support.id, ({ person_id }) => person_id === rows.support.id],
  }),
  ({ person_id }) => person_id === rows.support.id,
)

test('a family sees what it pays for, and nothing of another', async () => {
  const { read } = rows.tenant
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
    const { rows: seen } = await read((db) => pageOf(list, db, family, list.search.parse({})))
    return seen.map((row) => (row as { id?: unknown }).id)
  }
  expect(await idsOf(invoiceList)).toEqual([own.invoice])
  expect(await idsOf(paymentList)).toEqual([own.payment])
  expect(await idsOf(attemptList)).toEqual([own.attempt])
})

test('every list that can be taken away is tried here', () => {
  expect(tried.tenant.toSorted()).toEqual(Object.keys(printables).toSorted())
  expect(tried.operator.toSorted()).toEqual(Object.keys(operatorPrintables).toSorted())
})
