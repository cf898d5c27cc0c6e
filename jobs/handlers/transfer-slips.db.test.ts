import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import { keepSlips } from '#jobs/handlers/payments.ts'
import { insert, parent, student } from '#tests/support/database/factories.ts'
import { invoice, transferSlip } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { lettersTo } from '#tests/support/jobs/mails.ts'

const keepAllSlips = handlerOf('transfer_slip.upkeep_all')
const sendTransferSlip = handlerOf('transfer_slip.send')

let tenant: Tenant
let sandbox: MailSandbox
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

const slip = (email: string, preferred_locale: string, given: object) =>
  tenant.write(async (trx) => {
    const payer = await parent(trx, { email, preferred_locale })
    const child = await student(trx, {}, { payer })
    const bill = await invoice(trx, { student_id: child.id, payer_parent_id: payer.id })
    return { bill, ...(await transferSlip(trx, { invoice_id: bill.id, ...given })) }
  })

const send = (transfer_slip_id: string) =>
  sendTransferSlip(
    { transfer_slip_id },
    jobTools(tenant, 'transfer_slip.send', {
      settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    }),
  )

test.each([
  ['en', 'could not confirm'],
  ['my', 'tidak dapat mengesahkan'],
])('a family is told in its language (%s) why, and where to show another', async (locale, words) => {
  const { id, bill } = await slip(`${locale}@family.test`, locale, { status: 'rejected' })
  await send(id)
  const [mail, ...others] = await lettersTo(sandbox, `${locale}@family.test`)
  expect(others).toEqual([])
  expect(mail!.plain).toContain(words)
  expect(mail!.plain).toContain('Wang belum diterima')
  expect(mail!.plain).toContain(`/payment/slip/${bill.public_code}`)
})

test('nobody is told of what waits', async () => {
  await send((await slip('open@family.test', 'my', {})).id)
  expect(await lettersTo(sandbox, 'open@family.test')).toEqual([])
})

test('papers that nobody needs go each night, first the file and then its row', async () => {
  const tools = jobTools(tenant, 'transfer_slip.upkeep')
  const storage_key = 'cd/old.pdf'
  await tools.files.put(storage_key, Buffer.from('%PDF-1.4'), 'application/pdf')
  const file = await tenant.write((trx) =>
    insert(trx, 'stored_file', {
      ...{ id: newId(), kind: 'transfer_slip', name: 'slip', content_type: 'application/pdf' },
      ...{ size_bytes: 8, sha256: Buffer.alloc(32), storage_key },
    }),
  )
  const decided_at = new Date(Date.now() - 200 * 86_400_000)
  const { id } = await slip('old@family.test', 'en', { status: 'withdrawn', decided_at, file_id: file.id })
  await keepSlips({}, tools)
  await expect(tools.files.stream(storage_key)).rejects.toThrow()
  const row = await tenant.read((db) =>
    db.selectFrom('transfer_slip').select('file_id').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  expect(row.file_id).toBeNull()
  await keepSlips({}, tools)
})

test('each organisation has its turn', async () => {
  const tools = jobTools(tenant, 'transfer_slip.upkeep_all')
  await keepAllSlips({}, { ...tools, inPlace: tools.inPlatform } as never)
  const asked = await inPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('entity_id')
      .where('name', '=', 'transfer_slip.upkeep')
      .execute(),
  )
  expect(asked.map(({ entity_id }) => entity_id)).toContain(tenant.place.id)
})
