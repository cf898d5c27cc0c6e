import { unzipSync } from 'fflate'
import { SheetUnusable, sheetLimits } from './cell.ts'

/** A workbook of one sheet has about ten. */
const mostParts = 500
const nested = /\.(zip|xls[xmb]?|docx?|7z|rar|gz|jar|exe|dll)$/i

/**
 * Looks at what a workbook says of itself before anything of it is unpacked. Refuses macros, archives in the archive,
 * and more than it may hold or than is honest for its size; what lies about its size meets the walls of the process.
 */
export function refuseHostileZip(file: Uint8Array): void {
  let parts = 0
  let size = 0
  let isWorkbook = false
  unzipSync(file, {
    filter({ name, originalSize }) {
      if (/vbaProject\.bin$|macrosheets\//i.test(name)) throw new SheetUnusable('macros')
      if (/^EncryptedPackage$/i.test(name)) throw new SheetUnusable('encrypted')
      if (nested.test(name)) throw new SheetUnusable('not_a_sheet', 'an archive in the archive')
      size += originalSize
      if (++parts > mostParts || size > sheetLimits.unpacked) throw new SheetUnusable('too_large')
      isWorkbook ||= name === 'xl/workbook.xml'
      return false
    },
  })
  if (!isWorkbook) throw new SheetUnusable('not_a_sheet')
  if (size > 1_000_000 && size > file.length * sheetLimits.ratio) throw new SheetUnusable('too_large')
  for (const text of Object.values(unzipSync(file, { filter: ({ name }) => /\.(xml|rels)$/i.test(name) })))
    if (declares(text)) throw new SheetUnusable('not_a_sheet', 'it declares entities')
}

/** An honest part of a workbook has no document type, by which alone entities can be declared. */
function declares(part: Uint8Array): boolean {
  return /<!(DOCTYPE|ENTITY)/i.test(Buffer.from(part.buffer, part.byteOffset, part.length).toString('latin1'))
}
