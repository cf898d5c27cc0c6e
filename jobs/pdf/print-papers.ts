import { setImmediate } from 'node:timers/promises'
import { noteProgress } from '#app/domain/core/documents/change-document.ts'
import type { DocumentOrder } from '#app/domain/core/documents/document.ts'
import { environmentKeyring } from '#app/domain/core/secrets.ts'
import { signerOf } from '#app/domain/core/signatures/signing-keys.ts'
import { originOf } from '#app/domain/organisation/entities/origin.ts'
import type { Environment } from '#app/environment.ts'
import { portalConfig } from '#app/integrations/myinvois/config.ts'
import { joinPdfs } from '#app/integrations/papers/join.ts'
import { logoImage } from '#app/print/logo/logo.ts'
import { papersOf } from '#app/print/papers/papers.tsx'
import { htmlOfMany } from '#app/print/render.tsx'
import type { Source } from '#app/print/sheets.tsx'
import { ignoreBusy } from '#jobs/export/export-list.ts'
import type { TenantTools } from '#jobs/handler.ts'

interface Tools extends Pick<TenantTools, 'withTenant' | 'report' | 'signal'> {
  files: Pick<TenantTools['files'], 'get'>
  pdf: Pick<TenantTools['pdf'], 'render'>
  entity: Pick<TenantTools['entity'], 'subdomain' | 'schema_name'>
  environment: Parameters<typeof sourceOf>[1]
}

/** Papers that Chromium lays out at once: twice as fast as each by itself, and its memory grows with them. */
const atOnce = 50

/** How many of them may take the time of one short document together. */
const inOneTime = 25

interface Manner {
  /** Times that the printer waits longer than usual. */
  patience: number
  gone(file: string): void
}

/**
 * Prints the own papers of all rows of a list into one PDF, some at a time, and says meanwhile how far it has come. What
 * was cut off begins anew, since nothing is kept before all of it is there.
 */
export async function printPapers(
  { withTenant, report, files, pdf, entity, environment, signal }: Tools,
  order: DocumentOrder,
  { patience, gone }: Manner,
): Promise<{ name: string; bytes: Buffer }> {
  const goOn = () => signal.throwIfAborted()
  const papers = await report((db) => papersOf(db, order, sourceOf(entity, environment), goOn))
  const { name, documents, ...paper } = papers
  const logo = await logoImage(paper.logo, files, gone)
  const drawn = async (from: number) =>
    htmlOfMany({ ...paper, logo }, await drawEach(documents.slice(from, from + atOnce)))
  const parts: Buffer[] = []
  let html = await drawn(0)
  for (let done = 0; done < documents.length; done += atOnce) {
    goOn()
    await withTenant((trx) => noteProgress(trx, order.id, { done, total: documents.length })).catch(
      ignoreBusy,
    )
    // tags, for those who listen, are in each paper's own PDF; here they would be most of the work
    const printed = pdf.render(html, { tagged: false, patience: patience * (atOnce / inOneTime) })
    // the next are drawn while the browser, which is a process of its own, prints these
    const [part, next] = await Promise.all([printed, drawn(done + atOnce)])
    parts.push(part)
    html = next
  }
  return { name, bytes: await joinPdfs(parts, paper.title) }
}

/** One after the other, with a pause for whatever else this process has to do. */
async function drawEach(documents: readonly (() => string)[]): Promise<string[]> {
  const drawn: string[] = []
  for (const draw of documents) {
    drawn.push(draw())
    await setImmediate()
  }
  return drawn
}

/** Whose papers a job prints, what signs them, and what opens what is printed on them. */
export function sourceOf(
  entity: { subdomain: string; schema_name: string },
  environment: Pick<Environment, 'mainHost' | 'secure' | 'appKey' | 'olderKeys' | 'sandbox' | 'sandboxPort'>,
): Source {
  const ring = environmentKeyring(environment)
  return {
    origin: originOf(entity, environment),
    signer: signerOf(ring),
    portalOf: (which) => portalConfig(environment, which),
    keys: { ring, place: entity.schema_name },
  }
}
