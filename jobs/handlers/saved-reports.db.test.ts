import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Role, scopeOf } from '#app/domain/core/access/access.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { Refusal } from '#app/domain/core/refusal.ts'
import { reportNamed } from '#app/domain/reporting/reports/all-reports.ts'
import {
  mailSavedReport,
  removeSavedReport,
  renameSavedReport,
  saveReport,
  stopMailing,
} from '#app/domain/reporting/saved-reports/change-saved-report.ts'
import {
  recipientsOf,
  savedReport,
  savedReports,
} from '#app/domain/reporting/saved-reports/find-saved-reports.ts'
import { planReportMails } from '#app/domain/reporting/saved-reports/plan-mails.ts'
import type { SavedReader } from '#app/domain/reporting/saved-reports/saved-report.ts'
import { environment } from '#app/environment.ts'
import { bytesOf } from '#app/integrations/mail/sandbox/email.ts'
import { createMailSandbox, type MailSandbox } from '#app/integrations/mail/sandbox/sandbox.ts'
import { newId } from '#db/id.ts'
import { withPlatform } from '#db/with-tenant.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { branch, next, parent, user } from '#tests/support/database/factories.ts'
import { payment } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { lettersTo, mailsTo } from '#tests/support/jobs/mails.ts'
import { unzipped } from '#tests/support/jobs/zip.ts'

const cancelled = 'report/payment/cancelPaymentList'
const at = (on: string, time = '10:00') => new Date(`${on}T${time}:00+08:00`)
const itIs = (now: Date) => void vi.useFakeTimers({ toFake: ['Date'], now })

let sandbox: MailSandbox
let tenant: Tenant
let far: { id: string }
let owner: Person
let clerk: Person

interface Person {
  id: string
  email: string
  actor: Actor
  reader: SavedReader
}

/** A colleague with one role. */
async function person(role: Role, locale: 'en' | 'my', branch_id = tenant.branch.id): Promise<Person> {
  const row = await tenant.write((trx) =>
    user(trx, { roles: [role], locale, email: `${role}-${next()}@school.test` }, { branch_id }),
  )
  const actor = { ...(await tenant.actor('admin')), id: row.id, name: row.name, roles: [role] }
  const may: SavedReader['may'] = (permission) => scopeOf([role], permission) !== undefined
  return {
    id: row.id,
    email: row.email!,
    actor,
    reader: { user_id: row.id, may, manages: may('entity.edit') },
  }
}

beforeAll(async () => {
  sandbox = await createMailSandbox({ folder: environment.dataDir })
  return () => sandbox.close()
})
beforeEach(async () => {
  itIs(at('2026-11-05'))
  tenant = await freshTenant({ name: 'Tadika Sinar' })
  far = await tenant.write((trx) => branch(trx, { name: 'Semenyih' }))
  owner = await person('admin', 'en')
  clerk = await person('clerk', 'my')
  await tenant.write(async (trx) => {
    const payer = await parent(trx)
    for (const [branch_id, day, amount_sen] of [
      [tenant.branch.id, '2026-10-12', 12_001],
      [far.id, '2026-10-20', 25_000],
      [tenant.branch.id, '2026-11-02', 33_000],
    ] as const)
      await payment(trx, {
        ...{ payer_parent_id: payer.id, payer_name: 'Puan Ibu', branch_id, amount_sen, paid_on: day },
        ...{
          status: 'cancelled',
          cancelled_at: at(day),
          cancelled_by: owner.id,
          cancel_reason: 'Tersilap taip',
        },
      })
  })
})
afterEach(() => void vi.useRealTimers())

const save = (given: Partial<Parameters<typeof saveReport>[3]> = {}, by = owner) =>
  tenant.write((trx) =>
    saveReport(trx, by.actor, by.reader, {
      ...{ name: 'Pek bulanan', report: cancelled, query: '', period: 'last_month', is_shared: true },
      ...given,
    }),
  )
const versionOf = async (id: string) =>
  (await tenant.read((db) => savedReport(db, owner.reader, id))).row.version
const schedule = async (id: string, recipients: string[], mail_day = 5, on = '2026-11-05') =>
  tenant.write(async (trx) =>
    mailSavedReport(
      trx,
      owner.actor,
      owner.reader,
      id,
      { mail_day, recipients, version: await versionOf(id) },
      on,
    ),
  )
const planned = (now: Date) => tenant.write((trx) => planReportMails(trx, now))
const jobs = () =>
  withPlatform(tenant.database.pool, (trx) =>
    trx
      .selectFrom('platform.outbox')
      .select(['id', 'payload'])
      .where('name', '=', 'saved_report.mail')
      .where('entity_id', '=', tenant.entity.id)
      .execute(),
  ) as Promise<{ id: string; payload: { saved_report_id: string; user_id: string; month: string } }[]>
const tools = (job: Partial<TenantTools['job']> = {}): TenantTools =>
  jobTools(tenant, 'saved_report.mail', {
    settings: { smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}` },
    job,
  })
const mail = handlerOf('saved_report.mail')
const outcomes = async (id: string) =>
  Object.fromEntries(
    (await tenant.read((db) => recipientsOf(db, reportNamed(cancelled)!, id))).map((one) => [
      one.id,
      one.outcome,
    ]),
  )

describe('a saved report', () => {
  test('keeps its filters, and not the days of a period that is worked out anew', async () => {
    const query = 'from=2026-10-01&to=2026-10-31&method=cash&group_by=method&page=3&sort=-amount_sen&evil=1'
    const moving = await save({ query })
    const fixed = await save({ query, period: undefined })
    const queryOf = async (id: string) =>
      Object.fromEntries(
        new URLSearchParams((await tenant.read((db) => savedReport(db, owner.reader, id))).row.query),
      )
    const rest = { method: 'cash', group_by: 'method', sort: '-amount_sen' }
    expect(await queryOf(moving)).toEqual(rest)
    expect(await queryOf(fixed)).toEqual({ ...rest, from: '2026-10-01', to: '2026-10-31' })
  })

  test('is seen by who saved it, and by colleagues who may open that report where it is shared', async () => {
    const trainer = await person('trainer', 'en')
    const shared = await save()
    const own = await save({ is_shared: false, name: 'Sendiri' })
    const seen = async ({ reader }: Person) =>
      (await tenant.read((db) => savedReports(db, reader))).map(({ id }) => id).toSorted()
    expect(await seen(owner)).toEqual([shared, own].toSorted())
    expect(await seen(clerk)).toEqual([shared])
    expect(await seen(trainer)).toEqual([])
    for (const [who, id] of [
      [clerk, own],
      [trainer, shared],
    ] as const)
      await expect(tenant.read((db) => savedReport(db, who.reader, id))).rejects.toMatchObject({
        code: 'not_found.saved_report',
      })
  })

  test('is changed by who saved it; a shared one by who manages the organisation, too', async () => {
    const id = await save({}, clerk)
    const other = await person('supervisor', 'en')
    const rename = (by: Person, version: number) =>
      tenant.write((trx) =>
        renameSavedReport(trx, by.actor, by.reader, id, { name: 'Baharu', is_shared: true, version }),
      )
    await expect(rename(other, 1)).rejects.toMatchObject({ code: 'not_found.saved_report' })
    await rename(owner, 1)
    await expect(rename(clerk, 1)).rejects.toMatchObject({ code: 'version_conflict' })
    await rename(clerk, 2)
    await tenant.write((trx) => removeSavedReport(trx, clerk.actor, clerk.reader, id))
    expect(await tenant.read((db) => savedReports(db, clerk.reader))).toEqual([])
  })

  test('of somebody who left stays where it was shared, and goes where it was theirs alone', async () => {
    const shared = await save({ name: 'Dikongsi' }, clerk)
    await save({ name: 'Sendiri', is_shared: false }, clerk)
    await tenant.write((trx) =>
      trx.updateTable('user_account').set({ deleted_at: new Date() }).where('id', '=', clerk.id).execute(),
    )
    await handlerOf('saved_report.turn')({}, { ...tools(), now: async () => at('2026-11-05', '06:00') })
    const left = await tenant.read((db) => db.selectFrom('saved_report').select(['id', 'name']).execute())
    expect(left).toEqual([{ id: shared, name: 'Dikongsi' }])
    expect(await tenant.read((db) => savedReports(db, owner.reader))).toMatchObject([
      { id: shared, owner_left: true, changes: true },
    ])
  })

  test('cannot be made of a report that its maker may not take away', async () => {
    const trainer = await person('trainer', 'en')
    await expect(save({}, trainer)).rejects.toMatchObject({ code: 'not_found.page' })
    await expect(save({ report: 'report/none/such' })).rejects.toMatchObject({ code: 'not_found.page' })
  })
})

describe('the monthly mail', () => {
  test.each([
    ['2026-11-04', '10:00', 0],
    ['2026-11-05', '06:59', 0],
    ['2026-11-05', '07:00', 2],
    ['2026-11-28', '23:00', 2],
  ])('on %s at %s it is asked for %i people', async (on, time, people) => {
    await schedule(await save(), [owner.id, clerk.id], 5, '2026-11-01')
    expect(await planned(at(on, time))).toBe(people)
  })

  test('of a day that has passed begins with the next month', async () => {
    const id = await save()
    await schedule(id, [owner.id], 3)
    expect(await planned(at('2026-11-06'))).toBe(0)
    expect(await planned(at('2026-12-03'))).toBe(1)
  })

  test('is asked for once for a month, however many look at one moment', async () => {
    await schedule(await save(), [owner.id, clerk.id])
    const all = await Promise.all(Array.from({ length: 6 }, () => planned(at('2026-11-05'))))
    expect(all.reduce((sum, one) => sum + one, 0)).toBe(2)
    expect(await planned(at('2026-11-20'))).toBe(0)
    expect(await jobs()).toHaveLength(2)
  })

  test('brings a PDF and a sheet in the language of each, with the rows that each may see', async () => {
    const id = await save()
    await schedule(id, [owner.id, clerk.id])
    await planned(at('2026-11-05'))
    for (const { id: job, payload } of await jobs()) await mail(payload, tools({ id: job }))
    const [toOwner] = await mailsTo(sandbox, owner.email)
    const [toClerk] = await mailsTo(sandbox, clerk.email)
    const sheetOf = ({ email }: NonNullable<typeof toOwner>) =>
      unzipped(Buffer.from(bytesOf(email.attachments.find(({ filename }) => filename?.endsWith('.xlsx'))!)))
    expect(toOwner!.subject).toBe('Pek bulanan · Tadika Sinar')
    expect(toOwner!.plain).toContain('Oct 2026')
    expect(toClerk!.plain).toContain('Okt 2026')
    expect(toOwner!.pdf.text).toContain('RM370.01')
    expect(toClerk!.pdf.text).toContain('RM120.01')
    expect(toClerk!.pdf.text).not.toContain('RM250.00')
    expect(sheetOf(toOwner!)).toMatch(/<v>120\.01<\/v>[\s\S]*<v>250<\/v>|<v>250<\/v>[\s\S]*<v>120\.01<\/v>/)
    expect(sheetOf(toClerk!)).not.toContain('<v>250</v>')
    for (const found of [toOwner!, toClerk!]) expect(sheetOf(found)).not.toContain('<v>330</v>')
    expect(await outcomes(id)).toEqual({ [owner.id]: 'sent', [clerk.id]: 'sent' })
  })

  test('leaves once, also when the worker was killed after the server had taken it', async () => {
    await schedule(await save(), [owner.id])
    await planned(at('2026-11-05'))
    const [job] = await jobs()
    await mail(job!.payload, tools({ id: job!.id }))
    // As if it had died before it wrote down that the mail was sent.
    await tenant.write((trx) => trx.updateTable('saved_report_mail').set({ outcome: 'queued' }).execute())
    await mail(job!.payload, tools({ id: job!.id, attempt: 2, interrupted: true }))
    await mail(job!.payload, tools({ id: newId() }))
    expect(await mailsTo(sandbox, owner.email)).toHaveLength(1)
  })

  test('goes to nobody who lost the right, before it is asked for or after, and the schedule names them', async () => {
    const second = await person('clerk', 'en')
    const id = await save()
    await schedule(id, [owner.id, clerk.id, second.id])
    const demote = (user_id: string) =>
      tenant.write((trx) =>
        trx
          .updateTable('user_account')
          .set({ roles: ['trainer'] })
          .where('id', '=', user_id)
          .execute(),
      )
    await demote(clerk.id)
    expect(await planned(at('2026-11-05'))).toBe(2)
    await demote(second.id)
    for (const { id: job, payload } of await jobs()) await mail(payload, tools({ id: job }))
    expect(await outcomes(id)).toEqual({
      [owner.id]: 'sent',
      [clerk.id]: 'no_right',
      [second.id]: 'no_right',
    })
    const named = await tenant.read((db) => recipientsOf(db, reportNamed(cancelled)!, id))
    expect(
      named
        .filter(({ may }) => !may)
        .map((one) => one.id)
        .toSorted(),
    ).toEqual([clerk.id, second.id].toSorted())
    for (const { email } of [clerk, second]) expect(await mailsTo(sandbox, email)).toEqual([])
    const made = await tenant.read((db) =>
      db.selectFrom('document').select('parameters').where('kind', '=', 'list').execute(),
    )
    expect(JSON.stringify(made)).not.toContain(second.id)
  })

  test('of a file made with other rights is not used again', async () => {
    await schedule(await save(), [clerk.id])
    await planned(at('2026-11-05'))
    const [job] = await jobs()
    await mail(job!.payload, { ...tools({ id: job!.id }), mailer: refusing() }).catch(() => undefined)
    await tenant.write((trx) =>
      trx
        .updateTable('staff_branch')
        .set({ branch_id: far.id })
        .where('staff_id', 'in', trx.selectFrom('staff').select('id').where('user_id', '=', clerk.id))
        .execute(),
    )
    await mail(job!.payload, tools({ id: job!.id, attempt: 2 }))
    const [found] = await mailsTo(sandbox, clerk.email)
    expect(found!.pdf.text).toContain('RM250.00')
    expect(found!.pdf.text).not.toContain('RM120.01')
  })

  test('brings the sheet alone where the report is too long for a PDF', async () => {
    const id = await save()
    await schedule(id, [owner.id])
    await planned(at('2026-11-05'))
    const [job] = await jobs()
    const render = async () => {
      throw new Refusal('document.too_long')
    }
    await mail(job!.payload, { ...tools({ id: job!.id }), pdf: { ...tools().pdf, render } })
    const [found] = await lettersTo(sandbox, owner.email)
    expect(found!.email.attachments.map(({ filename }) => filename?.split('.').at(-1))).toEqual(['xlsx'])
    expect(await outcomes(id)).toEqual({ [owner.id]: 'sent' })
  })

  test('says that a branch of its filters was removed, and brings the rest', async () => {
    const gone = await tenant.write((trx) => branch(trx, { name: 'Kajang Lama' }))
    await schedule(await save({ query: `branch_id=${gone.id}` }), [owner.id])
    await tenant.write((trx) =>
      trx.updateTable('branch').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute(),
    )
    await planned(at('2026-11-05'))
    const [job] = await jobs()
    await mail(job!.payload, tools({ id: job!.id }))
    const [found] = await mailsTo(sandbox, owner.email)
    expect(found!.plain).toContain('This filter no longer exists and was left out: Branch.')
    expect(found!.pdf.text).toContain('RM370.01')
  })

  test('ends with its schedule, and is for nobody who may not take the report away', async () => {
    const trainer = await person('trainer', 'en')
    const id = await save()
    await expect(schedule(id, [trainer.id])).rejects.toMatchObject({ code: 'saved_report.recipient' })
    await schedule(id, [owner.id])
    await tenant.write((trx) => stopMailing(trx, owner.actor, owner.reader, id))
    expect(await planned(at('2026-11-05'))).toBe(0)
  })
})

/** A mailer whose server takes nothing. */
const refusing = () =>
  ({
    ...tools().mailer,
    send: async () => {
      throw new Error('the server is away')
    },
  }) as TenantTools['mailer']
