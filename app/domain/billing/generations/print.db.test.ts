import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { askForDocument } from '#app/domain/core/documents/ask-for-document.ts'
import { pdfRows } from '#app/domain/core/documents/document.ts'
import { newId } from '#db/id.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { manyPupils } from '#tests/support/database/many-pupils.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { aClass, billing } from './test-support.ts'

test('a preview of names of 150 letters can be printed, as many lines as a print may have', async () => {
  const tenant = await freshTenant()
  const taught = await tenant.write((trx) => aClass(trx))
  const students = Math.min(5_000, pdfRows)
  await tenant.write(async (trx) => {
    await manyPupils(trx, taught.id, students)
    await sql`update student set name = rpad(student_no || ' ', 150, 'Nur Aisyah Humaira binti Abdullah ')`.execute(
      trx,
    )
  })
  const one = await billing(tenant).preview()
  expect(await one.counts()).toMatchObject({ ready: students })
  const scope = { scope: 'all' as const, user_id: newId(), branch_ids: [], parent_id: null }
  const id = await tenant.write((trx) =>
    askForDocument(trx, systemActor, {
      kind: 'list',
      fingerprint: newId(),
      parameters: { name: 'generation-student', query: `generation=${one.id()}`, format: 'pdf', scope },
      locale: 'my',
    }),
  )
  const here = jobTools(tenant, 'document.render')
  const sheets: string[] = []
  const render: typeof here.pdf.render = (html, options) => {
    sheets.push(html)
    return soaking ? here.pdf.render(html, options) : Promise.reject(new Error('not today'))
  }
  await renderDocument({ document_id: id }, { ...here, pdf: { ...here.pdf, render } }).catch(() => undefined)
  const names = await one.students()
  expect(names).toHaveLength(students)
  expect(sheets).toHaveLength(1)
  expect(sheets[0]!.match(/<tr\b/g)!.length).toBeGreaterThan(students)
  expect(sheets[0]).toContain('Nur Aisyah Humaira binti Abdullah Nur Aisyah')
})
