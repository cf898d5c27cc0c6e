import { beforeAll, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { inPlatform } from '#db/in-place.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import {
  entityRegistration,
  hiddenPackage,
  registrationFee,
} from '#tests/support/database/registration-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { app, type Browser } from '#tests/support/product/http.ts'

const sendRegistrationChanged = handlerOf('registration.changed')

let tenant: Tenant
let owner: Browser
let support: Browser
beforeAll(async () => {
  const product = await app()
  tenant = await freshTenant()
  ;[owner, support] = [await product.operator('owner'), await product.operator('support')]
})

const platform = <R>(work: (trx: Trx) => Promise<R>) => inPlatform(tenant.database.pool, work)
const made = (given: Parameters<typeof entityRegistration>[1] = {}) =>
  platform((trx) => entityRegistration(trx, given))
type Row = Awaited<ReturnType<typeof made>>
const rowOf = (id: string) =>
  platform((trx) =>
    trx.selectFrom('platform.entity_registration').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const invoicesOf = (id: string) =>
  platform((trx) =>
    trx
      .selectFrom('platform.platform_invoice')
      .select(['status', 'total_sen'])
      .where('registration_id', '=', id)
      .orderBy('created_at')
      .execute(),
  )

const as = (row: Row, more: Record<string, string> = {}) => ({
  ...{ organisation_name: row.organisation_name, organisation_type: row.organisation_type },
  ...{ company_name: row.company_name, registration_number: row.registration_number },
  ...{ contact_name: row.contact_name, contact_phone: row.contact_phone, contact_email: row.contact_email },
  ...{ address_line1: row.address_line1, city: row.city, state: row.state, postcode: row.postcode },
  ...{ subdomain: row.subdomain, package_id: row.package_id, version: String(row.version) },
  ...{ reason: 'Tersalah taip dalam borang', ...more },
})
const edit = (row: Row, more: Record<string, string> = {}, by = support) =>
  by.post(`/admin/registration/edit/${row.id}`, as(row, more))

test('what was mistyped is mended; the log has both, and each address is told', async () => {
  const row = await made()
  const answer = await edit(row, { organisation_name: 'Pusat Mentari', contact_email: 'baharu@pusat.test' })
  expect(answer.headers.get('location')).toBe(`/admin/registration/view/${row.id}`)
  expect(await rowOf(row.id)).toMatchObject({
    ...{ organisation_name: 'Pusat Mentari', contact_email: 'baharu@pusat.test', version: 2 },
    ...{ account_name: row.account_name, package_id: row.package_id },
  })
  const logged = await platform((trx) =>
    trx
      .selectFrom('platform.audit_log')
      .select(['before', 'after'])
      .where('object_id', '=', row.id)
      .where('action', '=', 'registration.edited')
      .executeTakeFirstOrThrow(),
  )
  expect(logged).toMatchObject({
    before: { organisation_name: row.organisation_name, contact_email: row.contact_email },
    after: { organisation_name: 'Pusat Mentari', reason: 'Tersalah taip dalam borang' },
  })
  const jobs = await platform((trx) =>
    trx.selectFrom('platform.outbox').select('payload').where('name', '=', 'registration.changed').execute(),
  )
  const payloads = jobs.map(
    ({ payload }) => payload as unknown as Parameters<typeof sendRegistrationChanged>[0],
  )
  const mine = payloads.filter(({ registration_id }) => registration_id === row.id)
  expect(mine.map(({ to }) => to).sort()).toEqual([row.contact_email, 'baharu@pusat.test'].sort())
  const tools = jobTools(tenant, 'registration.changed')
  const sent: string[] = []
  const mailer: typeof tools.mailer = {
    ...tools.mailer,
    send: async (_server, mail) => {
      sent.push(mail.text)
      return { messageId: mail.id, answer: '250 OK' }
    },
  }
  for (const payload of mine) {
    const job = { ...tools.job, id: newId() }
    await sendRegistrationChanged(payload, { ...tools, job, mailer, inPlace: tools.inPlatform })
  }
  expect(sent).toHaveLength(2)
  for (const text of sent) {
    expect(text).toContain(`Pusat Mentari (before: ${row.organisation_name})`)
    expect(text).toContain('Tersalah taip dalam borang')
  }
})

test('what is wrong stands at its field, with what was typed, and nothing is changed', async () => {
  const [row, other] = [await made(), await made()]
  await freshTenant({ subdomain: 'mentari-raya' })
  const refused = async (more: Record<string, string>, words: string) => {
    const answer = await edit(row, { organisation_name: 'Pusat Dahlia', ...more })
    const html = await answer.text()
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(html).toContain('value="Pusat Dahlia"')
    expect(html).toContain(words)
  }
  await refused({ subdomain: other.subdomain }, 'already')
  await refused({ subdomain: 'mentari-ray' }, 'too like the address')
  await refused({ subdomain: 'tadika-dahlia' }, 'This subdomain is reserved')
  await refused({ subdomain: 'maybank-dahlia', lift: 'on' }, 'This subdomain is reserved')
  await refused({ reason: 'salah' }, 'reason')
  await refused({ address_line1: '' }, 'aria-invalid="true"')
  await refused({ version: '7' }, 'someone else')
  expect(await rowOf(row.id)).toMatchObject({ version: 1, organisation_name: row.organisation_name })
  const same = await edit(row)
  expect(await same.text()).toContain('Nothing was changed')
  expect((await edit(row, { subdomain: 'tadika-dahlia', lift: 'on' })).status).toBe(302)
  expect(await rowOf(row.id)).toMatchObject({ subdomain: 'tadika-dahlia' })
})

test('the bank is for who has a say about accounts, its number for nobody', async () => {
  const row = await made()
  const page = await (await support.get(`/admin/registration/edit/${row.id}`)).text()
  expect(page).not.toContain('name="account_name"')
  expect(page).not.toContain('name="account_number"')
  const bank = { bank_code: row.bank_code, account_name: 'Pusat Mentari Enterprise' }
  expect((await edit(row, bank)).status).toBe(403)
  expect((await edit(row, bank, owner)).status).toBe(302)
  const now = await rowOf(row.id)
  expect(now).toMatchObject({ account_name: 'Pusat Mentari Enterprise' })
  expect(now.account_number_sealed).toBe(row.account_number_sealed)
})

test('another package has its fee invoiced anew, and none whose fee is paid', async () => {
  const row = await made()
  await platform((trx) => registrationFee(trx, row))
  const dear = await platform((trx) =>
    hiddenPackage(trx, { name: 'Mewah', registration_fee_sen: 100_00, yearly_fee_sen: 900_00 }),
  )
  const gone = await platform((trx) => hiddenPackage(trx, { status: 'inactive' }))
  expect(await (await edit(row, { package_id: gone.id })).text()).toContain('no longer offered')
  expect((await edit(row, { package_id: dear.id })).status).toBe(302)
  expect(await invoicesOf(row.id)).toEqual([
    { status: 'cancelled', total_sen: 680_00 },
    { status: 'unpaid', total_sen: 1_000_00 },
  ])
  const list = await (await owner.get(`/admin/registration?q=${row.reference}`)).text()
  expect(list).toContain('RM1,000.00')
  expect(list).not.toContain('RM680.00')
  const paid = await made()
  await platform((trx) =>
    registrationFee(trx, paid, { status: 'paid', paid_on: '2026-01-06', reference: 'A' }),
  )
  const answer = await edit(paid, { package_id: dear.id })
  expect(await answer.text()).toContain('The fee of the package is paid')
})

test('one that is decided is not changed any more', async () => {
  const row = await made({ status: 'rejected' })
  expect((await edit(row, { city: 'Taiping' })).status).toBeGreaterThanOrEqual(400)
  expect(await rowOf(row.id)).toMatchObject({ city: 'Ipoh', version: 1 })
  const making = await made({ approval_asked_at: new Date(), approved_by: newId() })
  const answer = await edit(making, { city: 'Taiping' })
  expect(await answer.text()).toContain('decided already')
  expect(await (await owner.get(`/admin/registration/view/${making.id}`)).text()).not.toContain('/edit/')
})
