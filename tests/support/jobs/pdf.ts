import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** What a reader can select in a PDF: its text, its title, its pages in whole points. */
export async function textOf(pdf: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: VerbosityLevel.ERRORS })
  const document = await task.promise
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1)
      const { items } = await page.getTextContent()
      const { width, height } = page.getViewport({ scale: 1 })
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      return { text, width: Math.round(width), height: Math.round(height) }
    }),
  )
  const { info } = await document.getMetadata()
  await task.destroy()
  return {
    text: pages.map(({ text }) => text).join('\n'),
    title: (info as { Title?: string }).Title,
    pages: pages.map(({ width, height }) => ({ width, height })),
  }
}
