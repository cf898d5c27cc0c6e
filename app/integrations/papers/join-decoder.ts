import { ParseSpeeds, PDFDocument } from 'pdf-lib'

/** Nothing else in this process waits for its turn. */
const hurried = { parseSpeed: ParseSpeeds.Fastest }

/** PDFs, one behind the other in the bytes, as one with all their pages; the arguments are its title and their lengths. */
export async function run(bytes: Buffer, [title = '', ...lengths]: readonly string[]): Promise<Uint8Array> {
  const whole = await PDFDocument.create()
  whole.setTitle(title, { showInWindowTitleBar: true })
  let at = 0
  for (const length of lengths.map(Number)) {
    const part = await PDFDocument.load(bytes.subarray(at, at + length), {
      ...hurried,
      updateMetadata: false,
    })
    for (const page of await whole.copyPages(part, part.getPageIndices())) whole.addPage(page)
    at += length
  }
  return whole.save({ objectsPerTick: Number.POSITIVE_INFINITY })
}
