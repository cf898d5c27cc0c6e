import { inflateSync } from 'node:zlib'
import { getDocument, OPS, VerbosityLevel } from 'unpdf/pdfjs'

interface PdfFont {
  name: string
  /** The file of the font is not in the PDF: whoever opens it takes what there is. */
  missingFile?: boolean
  isType3Font?: boolean
}

/** Fonts with which a PDF is set, such as "NotoSans-Regular", each once; one that is not in the file says so. */
export async function fontsOf(pdf: Uint8Array): Promise<string[]> {
  const task = getDocument({
    data: new Uint8Array(pdf),
    verbosity: VerbosityLevel.ERRORS,
    fontExtraProperties: true,
  })
  const document = await task.promise
  const names = new Set<string>()
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { fnArray, argsArray } = await page.getOperatorList()
    for (const [at, operation] of fnArray.entries()) {
      if (operation !== OPS.setFont) continue
      const font: PdfFont = page.commonObjs.get(argsArray[at][0])
      const kind = font.isType3Font ? ' (drawn)' : font.missingFile ? ' (not in the file)' : ''
      names.add(font.name.replace(/^[A-Z]{6}\+/, '') + kind)
    }
  }
  await task.destroy()
  return [...names].sort()
}

/** What a PDF says in place of letters that are drawn in another order than they are read (/ActualText). */
export function replacementsIn(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/stream\r?\n(.*?)endstream/gs)
  const contents = [...streams].map(([, packed]) => {
    try {
      return inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  return contents.flatMap((content) =>
    [...content.matchAll(/\/ActualText <FEFF([0-9A-F]+)>/g)].map(([, hex]) =>
      Buffer.from(hex!, 'hex').swap16().toString('utf16le'),
    ),
  )
}

/** What a reader can select in a PDF: its text, its title, its pages in whole points. */
export async function textOf(pdf: Uint8Array) {
  const { pages, title } = await pagesOf(pdf)
  return {
    text: pages.map(({ text }) => text).join('\n'),
    title,
    pages: pages.map(({ width, height }) => ({ width, height })),
  }
}

/** The same page by page. */
export async function pagesOf(pdf: Uint8Array) {
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
  return { title: (info as { Title?: string }).Title, pages }
}
