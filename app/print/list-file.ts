import { csv } from './csv.ts'
import type { Listing } from './listing.ts'
import { xlsx } from './xlsx.ts'

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
