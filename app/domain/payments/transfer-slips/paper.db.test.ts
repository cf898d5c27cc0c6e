import { beforeAll, expect, test } from 'vitest'
import { everywhere } from '#app/domain/core/actor.ts'
import { paymentOption } from '#tests/support/database/factories.ts'
import { rejectSlip } from './decide-slip.ts'
import { transferTerms } from './hand-in.ts'
import { no, openDesk } from './test-support.ts'
import { forgetOldPapers, papersOfOldSlips } from './upkeep.ts'

let desk: Awaited<ReturnType<typeof openDesk>>
beforeAll(async () => {
  desk = await openDesk()
})

test('the paper of what was not confirmed goes after half a year; what was said stays', async () => {
  const one = await desk.bill()
  const old = new Date(Date.now() - 181 * 86_400_000)
  const ids = {
    no: await desk.show(one.public_code),
    fresh: await desk.show(one.public_code),
    yes: await desk.show(one.public_code),
  }
  await desk.confirm(ids.yes)
  for (const id of [ids.no, ids.fresh])
    await desk.tenant.write((trx) => rejectSlip(trx, desk.clerk, everywhere, id, no))
  for (const id of [ids.no, ids.yes])
    await desk.tenant.write((trx) =>
      trx.updateTable('transfer_slip').set({ decided_at: old }).where('id', '=', id).execute(),
    )
  const papers = await desk.tenant.read(papersOfOldSlips)
  expect(papers.map(({ id }) => id)).toEqual([ids.no])
  expect(await desk.tenant.write((trx) => forgetOldPapers(trx, papers))).toBe(1)
  expect(await desk.slipOf(ids.no)).toMatchObject({
    status: 'rejected',
    content_type: null,
    amount_sen: 12_000,
  })
  expect(await desk.slipOf(ids.yes)).toMatchObject({ content_type: 'application/pdf' })
  expect(await desk.tenant.read(papersOfOldSlips)).toEqual([])
})

test('an option that wants the slip is among the ways of the invoice', async () => {
  await desk.tenant.write((trx) =>
    paymentOption(trx, { method: 'bank_transfer', needs_slip: true, name: 'Maybank' }),
  )
  const one = await desk.bill()
  await desk.show(one.public_code)
  const terms = await desk.tenant.read((db) => transferTerms(db, one.public_code))
  expect(terms.ways.find(({ name }) => name === 'Maybank')).toMatchObject({ needs_slip: true })
  expect(terms).toMatchObject({ shown: 1, waiting: { amount_sen: 12_000 }, family_code: expect.any(String) })
})
