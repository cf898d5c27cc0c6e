import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Permission } from '#app/domain/access.ts'
import type { RowScope } from '#app/domain/actor.ts'
import { attempts } from '#app/domain/attempts/find-attempts.server.ts'
import { branchColumns } from '#app/domain/branches/branch.ts'
import { branchSearch } from '#app/domain/branches/branch-form.ts'
import { branches } from '#app/domain/branches/find-branches.server.ts'
import { requestSearch } from '#app/domain/cancel-requests/cancel-form.ts'
import { requestColumns } from '#app/domain/cancel-requests/cancel-request.ts'
import { cancelRequests } from '#app/domain/cancel-requests/find-requests.server.ts'
import { categoryColumns } from '#app/domain/categories/category.ts'
import { categorySearch } from '#app/domain/categories/category-form.ts'
import { categories } from '#app/domain/categories/find-categories.server.ts'
import { currentDay } from '#app/domain/clock.server.ts'
import { collectionExportColumns } from '#app/domain/collections/collection.ts'
import { collectionSearch } from '#app/domain/collections/collection-search.ts'
import { collections } from '#app/domain/collections/find-collections.server.ts'
import { departmentColumns } from '#app/domain/departments/department.ts'
import { departmentSearch } from '#app/domain/departments/department-form.ts'
import { departments } from '#app/domain/departments/find-departments.server.ts'
import { invoices } from '#app/domain/invoices/find-invoices.server.ts'
import { invoiceExportColumns } from '#app/domain/invoices/invoice.ts'
import { invoiceSearch } from '#app/domain/invoices/invoice-form.ts'
import type { Column } from '#app/domain/lists/columns.ts'
import type { ListPageOf, Search } from '#app/domain/lists/search.ts'
import { auditEntries, logScopeOf } from '#app/domain/log/audit.server.ts'
import { auditExportColumns, auditSearch } from '#app/domain/log/entry.ts'
import { signInColumns, signInSearch } from '#app/domain/log/login.ts'
import { signIns } from '#app/domain/log/logins.server.ts'
import { payments } from '#app/domain/payments/find-payments.server.ts'
import { attemptExportColumns, paymentColumns } from '#app/domain/payments/payment.ts'
import { attemptSearch, paymentSearch } from '#app/domain/payments/payment-form.ts'
import { staffMembers } from '#app/domain/staff/find-staff.server.ts'
import { staffExportColumns } from '#app/domain/staff/staff.ts'
import { staffSearch } from '#app/domain/staff/staff-form.ts'
import type { DB } from '#db/types.ts'

/** A list that can be printed and exported: the same columns, filters and scope as on the screen. */
export interface Printable {
  /** i18n key of the heading. */
  title: string
  access: Permission
  columns: readonly Column[]
  search: z.ZodType<Search>
  rows: (db: Kysely<DB>, scope: RowScope, search: never) => Promise<ListPageOf<object, Search>>
}

/** By the name in the address: /{name}/print; a name may have two parts. */
export const printables: Record<string, Printable> = {
  category: {
    title: 'category.plural',
    access: 'category.print',
    columns: categoryColumns,
    search: categorySearch,
    rows: categories,
  },
  invoice: {
    title: 'invoice.plural',
    access: 'invoice.print',
    columns: invoiceExportColumns,
    search: invoiceSearch,
    rows: (db, scope, search) => invoices(db, scope, search, currentDay()),
  },
  payment: {
    title: 'payment.plural',
    access: 'payment.print',
    columns: paymentColumns,
    search: paymentSearch,
    rows: payments,
  },
  'cancel-request': {
    title: 'cancel_request.plural',
    // who decides them may print them
    access: 'payment.cancel',
    columns: requestColumns,
    search: requestSearch,
    rows: cancelRequests,
  },
  'fpx-transactions': {
    title: 'payment.attempt.plural',
    access: 'payment.enquire_print',
    columns: attemptExportColumns,
    search: attemptSearch,
    rows: attempts,
  },
  collection: {
    title: 'collection.plural',
    access: 'collection.print',
    columns: collectionExportColumns,
    search: collectionSearch,
    rows: collections,
  },
  branch: {
    title: 'branch.plural',
    access: 'branch.print',
    columns: branchColumns,
    search: branchSearch,
    rows: branches,
  },
  department: {
    title: 'department.plural',
    access: 'department.print',
    columns: departmentColumns,
    search: departmentSearch,
    rows: departments,
  },
  staff: {
    title: 'staff.plural',
    access: 'staff.print',
    columns: staffExportColumns,
    search: staffSearch,
    // Managers alone may print it, and they see everything.
    rows: (db, scope, search) => staffMembers(db, scope, search, true),
  },
  'log/audit': {
    title: 'audit.plural',
    access: 'audit.print',
    columns: auditExportColumns,
    search: auditSearch,
    rows: (db, scope, search) => auditEntries(db, logScopeOf(scope), search),
  },
  'log/login': {
    title: 'audit.login.plural',
    access: 'audit.print',
    columns: signInColumns,
    search: signInSearch,
    rows: signIns,
  },
}
