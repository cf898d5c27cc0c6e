import { expect, test } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { newId } from '#db/id.ts'
import { renderDocument } from '#jobs/handlers/documents.ts'
import { student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { fontsOf, textOf } from '#tests/support/jobs/pdf.ts'

test('an invoice is set in the fonts of the product alone, in each script that families write in', async () => {
  const tenant = await freshTenant()
  // Programs that do not read /ActualText see vowels that are drawn before their consonant in that order: none here.
  const names = ['陳美玲 (Tan Mei Ling)', 'முத்துலட்சுமி முருகன்']
  const { id: subject_id } = await tenant.write(async (trx) => {
    const child = await student(trx, { name: names[0]! })
    const payer_parent_id = child.payer!.id
    await trx.updateTable('parent').set({ name: names[1]! }).where('id', '=', payer_parent_id).execute()
    return invoice(trx, { student_id: child.id, payer_parent_id })
  })
  const request = { kind: 'invoice', subject_id, fingerprint: newId(), locale: 'en' } as const
  const document_id = await tenant.write((trx) => requestDocument(trx, systemActor, request))
  const tools = jobTools(tenant, 'document.render')
  await renderDocument({ document_id }, tools)
  const { storage_key, size_bytes } = await tenant.read((db) =>
    db
      .selectFrom('document')
      .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
      .select(['storage_key', 'size_bytes'])
      .where('document.id', '=', document_id)
      .executeTakeFirstOrThrow(),
  )
  const bytes = await tools.files.get(storage_key)
  expect(await fontsOf(bytes)).toEqual([
    'NotoSans-Regular',
    'NotoSans-SemiBold',
    'NotoSansSCThin-Regular',
    'NotoSansTamil-Regular',
  ])
  const { text } = await textOf(bytes)
  const written = text.replace(/\s/g, '')
  for (const name of names) expect(written).toContain(name.replace(/\s/g, ''))
  expect(Number(size_bytes)).toBeLessThan(120_000)
})
