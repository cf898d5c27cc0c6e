import { sql, type Transaction } from 'kysely'
import { endRun } from '#app/domain/billing/generations/end-generation.ts'
import { billNext } from '#app/domain/billing/generations/run-generation.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import type { DocumentOrder } from '#app/domain/core/documents/document.ts'
import { environment } from '#app/environment.ts'
import { logoImage } from '#app/print/logo/logo.ts'
import { htmlOf } from '#app/print/render.tsx'
import { sheetOf } from '#app/print/sheets.tsx'
import { newId } from '#db/id.ts'
import { inPlace } from '#db/in-place.ts'
import { asOwner } from '#db/owner.ts'
import type { DB } from '#db/types.ts'
import { createPdf, type Pdf } from '#jobs/pdf/pdf.ts'
import { printPapers } from '#jobs/pdf/print-papers.ts'
import { sourceOf } from '#jobs/pdf/source.ts'
import { atLeast, atMost, type Findings, local, ratio } from './benchmark.ts'
import { copyLines, fill } from './billing/month.ts'
import { memoryOfGroup } from './memory.ts'
import { newTenant } from './new-tenants.ts'
import { inTurns, median, ratios } from './rounds.ts'
import type { Stage } from './stage.ts'

const together = 500
/** Printed one by one in a round. */
const singly = 100

export const title = `${together} invoices as one PDF`

/**
 * The invoices of a month read, drawn and printed as the worker does it, with logo and QR codes: all in one PDF against
 * each in its own, on the same kept page.
 */
export async function measure(stage: Stage): Promise<Findings> {
  const printing = await open(stage)
  const { month, ids } = await printing.write(billedMonth)
  let next = 0
  const eachOfSome = (tagged: boolean) => async () => {
    const some = Array.from({ length: singly }, () => ids[next++ % ids.length]!)
    return (await timed(() => printEach(printing, some, tagged))) / singly
  }
  await eachOfSome(true)()
  const memory = watchMemory(printing.pdf)
  const ms = await inTurns(
    {
      ours: async () => (await timed(() => printAll(printing, month))) / together,
      singly: eachOfSome(true),
      untagged: eachOfSome(false),
    },
    { rounds: 3, budgetMs: 60_000 },
  )
  // to look at it every tenth of a second costs time, too
  await memory.during(() => printAll(printing, month))
  const [tagged, untagged] = [median(ms.singly).toFixed(1), median(ms.untagged).toFixed(1)]
  return {
    figures: [
      ratio('faster than each as a PDF of its own', ratios(ms.singly, ms.ours), atLeast(2.2)),
      local('one invoice of them', median(ms.ours), 'ms', atMost(6)),
      local('memory of the browser meanwhile (PSS)', memory.largest(), 'MB', atMost(500)),
    ],
    notes: [`by itself an invoice takes ${tagged} ms here, ${untagged} ms without tags for those who listen`],
  }
}

interface Printing {
  write<R>(work: (trx: Transaction<DB>) => Promise<R>): Promise<R>
  pdf: Pdf
}

/** A new organisation with a logo, and a printer of one page. */
async function open(stage: Stage): Promise<Printing> {
  const { ownerUrl, pool } = await stage.database()
  const place = await asOwner(ownerUrl, async (owner) => {
    const made = await newTenant(owner)
    await owner
      .updateTable('platform.entity')
      .set({ logo_file: '/demo/cahaya.svg' })
      .where('role_name', '=', made.role)
      .execute()
    return made
  })
  const { chromiumPath } = environment
  const pdf = createPdf({ ...(chromiumPath && { chromiumPath }), pages: 1, limitMs: 60_000 })
  stage.atEnd(() => pdf.close())
  return { write: (work) => inPlace(pool, place, work), pdf }
}

/** The id of a run and of the invoices that it made. */
async function billedMonth(trx: Transaction<DB>) {
  await fill(trx, together)
  const { id: month } = await copyLines(trx, { no: 1, students: together })
  while (await billNext((work) => work(trx), month, systemActor));
  await endRun(trx, month)
  const { rows } = await sql<{ id: string }>`select id from invoice order by number`.execute(trx)
  return { month, ids: rows.map(({ id }) => id) }
}

const order = { subject_id: null, locale: 'my', created_at: new Date() } as const
const files = { get: () => Promise.reject(new Error('the logo is in public/')) }
const entity = { subdomain: 'bench', schema_name: 'bench' }

async function printAll({ write, pdf }: Printing, generation_id: string): Promise<void> {
  const scope = { scope: 'all', user_id: newId(), branch_ids: [], parent_id: null } as const
  const query = `generation_id=${generation_id}&sort=number`
  const asked: DocumentOrder = {
    ...{ ...order, id: newId(), kind: 'list' },
    parameters: { name: 'invoice', query, scope, format: 'papers' },
  }
  const { signal } = new AbortController()
  const tools = { inPlace: write, report: write, pdf, files, entity, environment, signal }
  const { bytes } = await printPapers(tools, asked, { patience: 1, gone: () => {} })
  if (bytes.length < 1_000_000) throw new Error('those are no invoices')
}

async function printEach({ write, pdf }: Printing, ids: string[], tagged: boolean): Promise<void> {
  for (const subject_id of ids) {
    const asked: DocumentOrder = { ...order, id: newId(), kind: 'invoice', subject_id, parameters: {} }
    const sheet = await write((trx) => sheetOf(trx, asked, sourceOf(entity, environment)))
    const page = sheet.draw(await logoImage(sheet.logo, files))
    const bytes = await pdf.render(htmlOf({ ...sheet, page }), { tagged })
    if (bytes.length < 5_000) throw new Error('that is no invoice')
  }
}

function watchMemory(pdf: Pdf) {
  let largest = 0
  const look = () => {
    const pid = pdf.pid()
    largest = Math.max(largest, (pid && memoryOfGroup(pid)) || 0)
  }
  return {
    largest: () => largest,
    async during<R>(work: () => Promise<R>): Promise<R> {
      const watching = setInterval(look, 100)
      return work().finally(() => clearInterval(watching))
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
