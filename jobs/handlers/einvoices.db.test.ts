import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openSchool,
  openTestPortal,
  type School,
  type TestPortal,
} from '#app/domain/einvoice/submissions/test-support.ts'
import { portalSandboxPath } from '#app/integrations/myinvois/config.ts'
import { Postponed } from '#jobs/queue/postponed.ts'
import { handlerOf, jobTools, platformTools } from '#tests/support/jobs/job-tools.ts'

let portal: TestPortal
let school: School
beforeAll(async () => {
  portal = await openTestPortal({ switches: { validateAfterMs: 0 } })
  school = await openSchool(portal)
})
afterAll(() => portal.close())

/** As a worker whose sandbox is the portal of this test. */
function tools(name: Parameters<typeof jobTools>[1]) {
  const { port, pathname } = new URL(portal.url)
  expect(pathname).toBe(portalSandboxPath)
  return jobTools(school.tenant, name, { settings: { sandbox: true, sandboxPort: Number(port) } })
}

test('the jobs of an organisation carry its documents to valid, and back when somebody cancels', async () => {
  const [row] = await school.queue(1)
  await handlerOf('einvoice.submit')({}, tools('einvoice.submit'))
  expect(await school.document(row!.id)).toMatchObject({ status: 'sending' })
  const [asked] = await school.jobs('einvoice.follow')
  const payload = asked!.payload as { submission_id: string }
  await handlerOf('einvoice.follow')(payload, tools('einvoice.follow'))
  expect(await school.document(row!.id)).toMatchObject({ status: 'submitted' })
  // Its time has not come: two seconds after it was taken in.
  await handlerOf('einvoice.follow')(payload, tools('einvoice.follow'))
  await school.tenant.write((trx) =>
    trx
      .updateTable('einvoice_submission')
      .set({ next_at: new Date(0) })
      .execute(),
  )
  await handlerOf('einvoice.follow')(payload, tools('einvoice.follow'))
  expect(await school.document(row!.id)).toMatchObject({ status: 'valid' })

  await school.tenant.write((trx) =>
    trx
      .updateTable('einvoice_document')
      .set({ cancel_requested_at: new Date(), cancel_reason: 'Salah pelajar' })
      .where('id', '=', row!.id)
      .execute(),
  )
  await handlerOf('einvoice.cancel')({ document_id: row!.id }, tools('einvoice.cancel'))
  expect(await school.document(row!.id)).toMatchObject({ status: 'cancelled' })
})

test('a portal that takes no call yet postpones the job, without using up one of its tries', async () => {
  await portal.control('kill_tokens', { clientId: school.clientId })
  await portal.control('trouble', { kind: 'http429', endpoint: 'submit', clientId: school.clientId })
  await school.queue(1)
  await handlerOf('einvoice.submit')({}, tools('einvoice.submit'))
  const { id } = (await school.submissions()).at(-1)!
  const work = handlerOf('einvoice.follow')({ submission_id: id }, tools('einvoice.follow'))
  await expect(work).rejects.toThrow(Postponed)
  expect(await school.submissions()).toMatchObject([{}, { state: 'stored', sends: 0, first_sent_at: null }])
})

test('turns are asked for in the platform’s schema, and taken in the organisation’s', async () => {
  await handlerOf('einvoice.turn_all')({}, platformTools('einvoice.turn_all', {}))
  await handlerOf('einvoice.turn')({}, tools('einvoice.turn'))
})
