import type { TFunction } from 'i18next'
import type { Column } from '#app/domain/core/lists/columns.ts'

/** What a file of a list is made from, in pieces, so that a long one is never held in whole. */
export interface Listing {
  /** Name of the sheet, plain ASCII. */
  name: string
  columns: readonly Column[]
  chunks: AsyncIterable<object[]> | Iterable<object[]>
  /** Asked for after the last row: what the file has to say of the rows that it lacks. */
  note(): string | undefined
  t: TFunction
}
