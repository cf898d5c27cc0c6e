import { setImmediate } from 'node:timers/promises'
import type { i18n } from 'i18next'
import type { Kysely } from 'kysely'
import { papersInOnePdf } from '#app/domain/reporting/archives/archive.ts'
import { htmlOfMany, markupOf } from '#app/print/render.tsx'
import type { DB } from '#db/types.ts'
import type { TenantTools } from '#jobs/handler.ts'

/** A document of `app/print`. */
export type Page = Parameters<typeof markupOf>[1]

interface Look {
  title: string
  colour: string | null
  /** A `data:` address. */
  logo: string | null
  i18n: i18n
}

/** A PDF of some documents, and how many they are. */
export interface PrintedPart {
  bytes: Buffer
  ids: readonly string[]
}

/**
 * Prints the documents of these ids, {@link papersInOnePdf} in each PDF; each part is read in a transaction of its own, so that no
 * connection waits for the printer. `read` leaves out those that have nothing to show.
 */
export async function* printed(
  { report, pdf, signal, job }: Pick<TenantTools, 'report' | 'pdf' | 'signal' | 'job'>,
  look: Look,
  ids: readonly string[],
  read: (db: Kysely<DB>, id: string) => Promise<Page | undefined>,
): AsyncGenerator<PrintedPart> {
  for (let at = 0; at < ids.length; at += papersInOnePdf) {
    signal.throwIfAborted()
    const part = ids.slice(at, at + papersInOnePdf)
    const pages = await report(async (db) => {
      const found: Page[] = []
      for (const id of part) {
        const page = await read(db, id)
        if (page) found.push(page)
      }
      return found
    })
    if (pages.length === 0) continue
    const documents: string[] = []
    for (const page of pages) {
      documents.push(markupOf(look.i18n, page))
      // whatever else this process has to do
      await setImmediate()
    }
    const html = htmlOfMany(look, documents)
    const bytes = await pdf.render(html, { tagged: false, patience: 2 * 2 ** Math.min(job.attempt - 1, 5) })
    yield { bytes, ids: part }
  }
}
