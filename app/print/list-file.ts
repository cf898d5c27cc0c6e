import type { TFunction } from 'i18next'
import type { Column } from '#app/domain/lists/columns.ts'
import { csv } from './csv.ts'
import { xlsx } from './xlsx.ts'

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

/** How each kind of file is called and made. */
export const listFiles = {
  csv: { contentType: 'text/csv; charset=utf-8', pieces: csv },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    pieces: xlsx,
  },
} as const satisfies Record<
  string,
  { contentType: string; pieces(listing: Listing): AsyncIterable<Uint8Array> }
>

export type ListFileFormat = keyof typeof listFiles

export function isListFileFormat(format: string | undefined): format is ListFileFormat {
  return format !== undefined && Object.hasOwn(listFiles, format)
}
