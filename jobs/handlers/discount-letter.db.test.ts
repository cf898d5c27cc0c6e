import PostalMime from 'postal-mime'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noticeEndings } from '#app/domain/catalogue/discounts/ending.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { addDays } from '#app/domain/core/dates.ts'
import { environment } from '#app/environment.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { withPlatform } from '#db/with-tenant.ts'
import { noticeEndingsOf } from '#jobs/handlers/daily.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { branch, discount, student, studentDiscount } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'

const mailEnding = handlerOf('discount.ending')
const noticeAllEndings = handlerOf('discount.notice_all')

const today = currentDay()
const inDays = (days: number) => addDays(today, days)
let sandbox: MailSandbox
beforeAll(databaseForMany)

beforeAll(async () => {
  sandbox = await createMailSandbox({ folder: environment.dataDir })
  return () => sandbox.close()
})

let tenant: Tenant
let ids: Record<'near' | 'far' | 'rule', string>

/** Something that ends at the branch, at another one, and a rule; and beside each what does not yet, or not any more. */
beforeEach(async () => {
  tenant = await freshTenant()
  await named('superadmin', { locale: 'my', email: 'pengetua@sekolah.test' })
  await named('supervisor', { locale: 'en', email: 'head@sekolah.test' })
  await named('clerk', { email: 'kerani@sekolah.test' })
  ids = await tenant.write(async (trx) => {
    const elsewhere = await branch(trx)
    const [here, there] = [
      await student(trx, { name: 'Aiman', branch_id: tenant.branch.id }),
      await student(trx, { name: 'Sofea', branch_id: elsewhere.id }),
    ]
    const given = (student_id: string, ends_on: string | null, more: object = {}) =>
      studentDiscount(trx, { student_id, starts_on: inDays(-300), ends_on, ...more })
    await given(here.id, inDays(31))
    await given(here.id, null)
    await given(here.id, inDays(5), { status: 'requested', decided_by: null, decided_at: null })
    await given(here.id, inDays(-1), { status: 'ended' })
    await discount(trx, { valid_to: inDays(31) })
    return {
      near: (await given(here.id, inDays(30))).id,
      far: (await given(there.id, today)).id,
      rule: (await discount(trx, { name: 'Promosi', valid_to: inDays(7) })).id,
    }
  })
})

/** Somebody with that role, an address and a language. */
async function named(role: 'superadmin' | 'supervisor' | 'clerk', given: { email: string; locale?: string }) {
  const { id } = await tenant.actor(role)
  await tenant.write((trx) => trx.updateTable('user_account').set(given).where('id', '=', id).execute())
}

interface Asked {
  user_id: string
  ids: string[]
}

const asked = async (): Promise<Asked[]> => {
  const rows = await withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select('payload')
      .where('name', '=', 'discount.ending')
      .where('entity_id', '=', tenant.entity.id)
      .execute(),
  )
  return rows.map(({ payload }) => payload as unknown as Asked)
}

/** What has come to whom, taken apart. */
async function mailed() {
  const before = new Set(sandbox.mails().map(({ id }) => id))
  const settings = { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` }
  for (const payload of await asked())
    await mailEnding(payload, jobTools(tenant, 'discount.ending', { settings }))
  const mails = sandbox.mails().filter(({ id }) => !before.has(id))
  const read = await Promise.all(
    mails.map(async ({ id, to, subject }) => {
      const { text = '' } = await PostalMime.parse((await sandbox.source(id))!)
      return { to: String(to), subject, text }
    }),
  )
  return read.toSorted((a, b) => a.to.localeCompare(b.to))
}

describe('what ends within thirty days', () => {
  test('is told once to each who decides of it, in their language', async () => {
    for (const _ of ['once', 'twice']) await noticeEndingsOf({}, jobTools(tenant, 'discount.notice'))
    expect(await asked()).toHaveLength(2)
    const sent = await mailed()
    expect(sent.map(({ to }) => to)).toEqual(['head@sekolah.test', 'pengetua@sekolah.test'])
    const [head, principal] = sent
    expect(head!.subject).toMatch(/^1 discount ends soon/)
    expect(head!.text).toContain('Aiman')
    expect(head!.text).not.toMatch(/Sofea|Promosi/)
    expect(principal!.subject).toMatch(/^3 diskaun akan tamat/)
    for (const name of ['Aiman', 'Sofea', 'Promosi']) expect(principal!.text).toContain(name)
    expect(principal!.text).toContain('/student-discount?ends=soon')
  })

  test('is told once, however many look at the same time, and again when its last day is another', async () => {
    const counts = await Promise.all(
      Array.from({ length: 5 }, () => tenant.write((trx) => noticeEndings(trx, today))),
    )
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 3])
    await tenant.write((trx) =>
      trx
        .updateTable('student_discount')
        .set({ ends_on: inDays(20) })
        .where('id', '=', ids.near)
        .execute(),
    )
    expect(await tenant.write((trx) => noticeEndings(trx, today))).toBe(1)
  })

  test('is noticed whole or not at all: who is killed before the end leaves it to the next', async () => {
    const killed = new Error('killed')
    await expect(
      tenant.write(async (trx) => {
        await noticeEndings(trx, today)
        throw killed
      }),
    ).rejects.toBe(killed)
    expect(await asked()).toEqual([])
    expect(await tenant.write((trx) => noticeEndings(trx, today))).toBe(3)
    expect(await asked()).toHaveLength(2)
  })

  test('is in no mail when it was renewed or ended before that went', async () => {
    await tenant.write((trx) => noticeEndings(trx, today))
    await tenant.write(async (trx) => {
      const { student_id, discount_id } = await trx
        .selectFrom('student_discount')
        .selectAll()
        .where('id', '=', ids.near)
        .executeTakeFirstOrThrow()
      const next = { starts_on: inDays(31), ends_on: inDays(400), renews_id: ids.near }
      await studentDiscount(trx, { student_id, discount_id, ...next })
      await trx.updateTable('discount').set({ status: 'inactive' }).where('id', '=', ids.rule).execute()
    })
    const sent = await mailed()
    expect(sent.map(({ to }) => to)).toEqual(['pengetua@sekolah.test'])
    expect(sent[0]!.text).toContain('Sofea')
    expect(sent[0]!.text).not.toMatch(/Aiman|Promosi/)
  })

  test('is looked for at each active organisation by itself', async () => {
    const resting = await freshTenant({ status: 'inactive' })
    const tools = jobTools(tenant, 'discount.notice_all')
    await noticeAllEndings({}, { ...tools, withTenant: tools.withPlatform } as never)
    const rows = await withPlatform(tenant.database.pool, (trx) =>
      trx.selectFrom('platform.outbox').select('entity_id').where('name', '=', 'discount.notice').execute(),
    )
    expect(rows.map(({ entity_id }) => entity_id)).toContain(tenant.place.id)
    expect(rows.map(({ entity_id }) => entity_id)).not.toContain(resting.place.id)
  })
})
