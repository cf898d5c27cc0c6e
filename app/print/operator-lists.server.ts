import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { ledgerExportColumns } from '#app/domain/collections/collection.ts'
import { ledgerSearch } from '#app/domain/collections/collection-search.ts'
import { ledger } from '#app/domain/collections/find-collections.server.ts'
import { failedJobs } from '#app/domain/failed-jobs/find-jobs.server.ts'
import { failedJobColumns } from '#app/domain/failed-jobs/job.ts'
import { failedJobSearch } from '#app/domain/failed-jobs/job-search.ts'
import type { Column } from '#app/domain/lists/columns.ts'
import type { ListPageOf, Search } from '#app/domain/lists/search.ts'
import { auditEntries, platformAuditEntries } from '#app/domain/log/audit.server.ts'
import { auditExportColumns, platformAuditExportColumns, platformAuditSearch } from '#app/domain/log/entry.ts'
import { operatorSignInSearch, signInColumns } from '#app/domain/log/login.ts'
import { operatorSignIns } from '#app/domain/log/logins.server.ts'
import type { OperatorPermission } from '#app/domain/operator-access.ts'
import { operators } from '#app/domain/operators/find-operators.server.ts'
import { operatorColumns } from '#app/domain/operators/operator.ts'
import { operatorSearch } from '#app/domain/operators/operator-form.ts'
import type { DB } from '#db/types.ts'

/** A list of the operator's that can be printed and exported: the same columns and filters as on the screen. */
export interface OperatorPrintable {
  /** i18n key of the heading. */
  title: string
  access: OperatorPermission
  columns: readonly Column[]
  search: z.ZodType<Search>
  rows: (db: Kysely<DB>, search: never) => Promise<ListPageOf<object, Search>>
  /** What is listed at the place of an organisation instead, when the search names one. */
  inside?: Pick<OperatorPrintable, 'title' | 'columns' | 'rows'>
}

/** By the name in the address: /admin/{name}/print. */
export const operatorPrintables: Record<string, OperatorPrintable> = {
  collection: {
    title: 'collection.plural',
    access: 'admin.collection.print',
    columns: ledgerExportColumns,
    search: ledgerSearch,
    rows: ledger,
  },
  job: {
    title: 'admin.job.plural',
    access: 'admin.job.view',
    columns: failedJobColumns,
    search: failedJobSearch,
    rows: failedJobs,
  },
  operator: {
    title: 'operator.plural',
    access: 'admin.operator.view',
    columns: operatorColumns,
    search: operatorSearch,
    rows: operators,
  },
  // Who may print sees all entries.
  'log/audit': {
    title: 'audit.plural',
    access: 'admin.audit.print',
    columns: platformAuditExportColumns,
    search: platformAuditSearch,
    rows: (db, search) => platformAuditEntries(db, { own: null }, search),
    inside: {
      title: 'audit.of_entity',
      columns: auditExportColumns,
      rows: (db, search) => auditEntries(db, { own: null }, search),
    },
  },
  'log/login': {
    title: 'audit.login.plural',
    access: 'admin.audit.print',
    columns: signInColumns,
    search: operatorSignInSearch,
    rows: (db, search) => operatorSignIns(db, { own: null }, search),
  },
}
