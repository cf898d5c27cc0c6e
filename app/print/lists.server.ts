import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Permission } from '#app/domain/access.ts'
import type { RowScope } from '#app/domain/actor.ts'
import { categoryColumns } from '#app/domain/categories/category.ts'
import { categorySearch } from '#app/domain/categories/forms.ts'
import { categories } from '#app/domain/categories/queries.server.ts'
import type { Column } from '#app/domain/columns.ts'
import type { ListPageOf, Search } from '#app/domain/search.ts'
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

/** By the name in the address: /{name}/print. */
export const printables: Record<string, Printable> = {
  category: {
    title: 'category.plural',
    access: 'category.print',
    columns: categoryColumns,
    search: categorySearch,
    rows: categories,
  },
}
