import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveArrangement, endArrangement } from '#app/domain/billing/arrangements/change-arrangement.ts'
import {
  type ArrangementShop,
  arrangementShop,
  type Bill,
  later,
  today,
} from '#app/domain/billing/arrangements/test-support.ts'
import { everywhere } from '#app/domain/core/actor.ts'
import { formatDate } from '#app/domain/core/dates.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import '#tests/support/product/matchers.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { lettersTo } from '#tests/support/jobs/mails.ts'

const sendArrangement = handlerOf('arrangement.send')

let shop: ArrangementShop
let sandbox: MailSandbox
beforeAll(async () => {
  shop = await arrangementShop()
  sandbox = await createMailSandbox({ folder: `${environment.dataDir}/mail` })
})
afterAll(() => sandbox.close())

async function written(bill: Bill, email: string | null, preferred_locale = 'en') {
  await shop.tenant.write((trx) =>
    trx
      .updateTable('parent')
      .set({ email, preferred_locale })
      .where('id', '=', bill.payer_parent_id)
      .execute(),
  )
  return bill
}

const send = (arrangement_id: string) =>
  sendArrangement(
    { arrangement_id },
    jobTools(shop.tenant, 'arrangement.send', {
      settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    }),
  )

test('a family is told what it pays by when, once somebody has agreed', async () => {
  const bill = await written(await shop.bill(), 'ibu@rencana.test')
  const id = await shop.propose(bill)
  await expect(shop.tenant).not.toHaveEnqueued('arrangement.send', { arrangement_id: id })
  await send(id)
  expect(await lettersTo(sandbox, 'ibu@rencana.test')).toEqual([])
  const actor = await shop.tenant.actor('supervisor')
  await shop.tenant.write((trx) => approveArrangement(trx, actor, everywhere, id, today))
  await expect(shop.tenant).toHaveEnqueued('arrangement.send', { arrangement_id: id })
  await send(id)
  const [mail, ...others] = await lettersTo(sandbox, 'ibu@rencana.test')
  expect(others).toEqual([])
  for (const piece of ['RM120.00', 'RM60.00', formatDate(later(7), 'en'), formatDate(later(37), 'en')]) {
    expect(mail!.plain).toContain(piece)
    expect(mail!.html).toContain(piece)
  }
})

test('what is agreed at once is told in the language of the family', async () => {
  const id = await shop.agreed(await written(await shop.bill(), 'ayah@rencana.test', 'my'))
  await expect(shop.tenant).toHaveEnqueued('arrangement.send', { arrangement_id: id })
  await send(id)
  const [mail] = await lettersTo(sandbox, 'ayah@rencana.test')
  expect(mail!.plain).toContain(`Sebelum atau pada ${formatDate(later(7), 'my')}`)
})

test('of a plan that has ended meanwhile, or without an address, nothing is sent', async () => {
  const ended = await shop.agreed(await written(await shop.bill(), 'datuk@rencana.test'))
  const actor = await shop.tenant.actor('supervisor')
  const why = { decision_reason: 'Keluarga telah berpindah', today }
  await shop.tenant.write((trx) => endArrangement(trx, actor, everywhere, ended, why))
  await send(ended)
  expect(await lettersTo(sandbox, 'datuk@rencana.test')).toEqual([])
  const silent = await shop.agreed(await written(await shop.bill(), null))
  await send(silent)
})
