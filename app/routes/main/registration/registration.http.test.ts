import { beforeAll, describe, expect, test } from 'vitest'
import { todayIn } from '#app/domain/core/dates.ts'
import { open } from '#app/domain/core/secrets.ts'
import { newId } from '#db/id.ts'
import { readWithTenant, withPlatform } from '#db/with-tenant.ts'
import { provisionRegistration } from '#jobs/handlers/registrations.ts'
import type { Trx } from '#tests/support/database/factories.ts'
import {
  entityRegistration,
  hiddenPackage,
  registrationFee,
} from '#tests/support/database/registration-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { handlerOf, jobTools } from '#tests/support/jobs/job-tools.ts'
import { type App, app, type Browser, mainHost } from '#tests/support/product/http.ts'
import { stopwatch } from '#tests/support/run/stopwatch.ts'

describe('registrations', () => {
  let product: App
  let tenant: Tenant
  let owner: Browser
  let support: Browser
  beforeAll(async () => {
    product = await app()
    tenant = await freshTenant()
    ;[owner, support] = [await product.operator('owner'), await product.operator('support')]
  })

  const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(tenant.database.pool, work)
  const made = (given: Parameters<typeof entityRegistration>[1] = {}) =>
    platform((trx) => entityRegistration(trx, given))
  const rowOf = (id: string) =>
    platform((trx) =>
      trx
        .selectFrom('platform.entity_registration')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
  const page = (id: string) => `/admin/registration/view/${id}`
  const words = async (path: string, by = owner) =>
    (await (await by.get(path)).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  const approve = (id: string, more: Record<string, string> = {}, by = support) =>
    by.post(`/admin/registration/approve/${id}`, { version: '1', ...more })
  const jobs = (id: string) =>
    platform((trx) =>
      trx
        .selectFrom('platform.outbox')
        .select(['name', 'payload'])
        .where('name', 'like', 'registration.%')
        .execute(),
    ).then((rows) =>
      rows.filter(({ payload }) => JSON.stringify(payload).includes(id)).map(({ name }) => name),
    )

  /** What the worker does with the job of an approval. */
  function provisioning(id: string, job = {}) {
    const { ownerUrl: databaseUrl, appUrl: appDatabaseUrl } = tenant.database
    const settings = { databaseUrl, appDatabaseUrl }
    const tools = jobTools(tenant, 'registration.provision', { settings, job })
    return provisionRegistration({ registration_id: id }, { ...tools, withTenant: tools.withPlatform })
  }

  test('an organisation is let in: its place, its subscription and its first superadmin, once', async () => {
    const { id, subdomain, contact_email } = await made()
    expect(await words(page(id), support)).toContain('Approve')
    expect((await approve(id)).headers.get('location')).toBe(page(id))
    expect(await words(page(id))).toContain('setting up this organisation')
    expect(await jobs(id)).toEqual(['registration.provision'])
    await Promise.all([provisioning(id), provisioning(id)])
    const row = await rowOf(id)
    expect(row).toMatchObject({ status: 'approved', entity_id: expect.any(String) })
    const entities = await platform((trx) =>
      trx.selectFrom('platform.entity').selectAll().where('subdomain', '=', subdomain).execute(),
    )
    expect(entities).toHaveLength(1)
    const [entity] = entities
    expect(entity).toMatchObject({
      ...{ id: row.entity_id, status: 'active', bank_status: 'pending', bank_code: 'MB2U0227' },
      ...{ city: 'Ipoh', state: 'Perak', contact_email, company_name: row.company_name },
    })
    const cell = { place: 'platform', table: 'entity', column: 'account_number_sealed', row: entity!.id }
    expect(open(product.services.ring, cell, entity!.account_number_sealed!)).toBe('514000012345')
    const subscription = await platform((trx) =>
      trx
        .selectFrom('platform.subscription')
        .selectAll()
        .where('entity_id', '=', entity!.id)
        .executeTakeFirstOrThrow(),
    )
    expect(subscription).toMatchObject({ status: 'active', credit: 500, package_id: row.package_id })
    expect(subscription.expires_on.slice(0, 4)).toBe(String(Number(todayIn(new Date()).slice(0, 4)) + 1))
    const place = { schema: entity!.schema_name, role: entity!.role_name }
    const people = await readWithTenant(tenant.database.pool, place, (db) =>
      db.selectFrom('user_account').select(['email', 'roles', 'status']).execute(),
    )
    expect(people).toEqual([{ email: contact_email, roles: ['superadmin'], status: 'invited' }])
    expect(await words(page(id))).toContain('To the organisation')
  })

  test('a seller ID at the approval turns FPX on from the first day; others enter none, and none twice', async () => {
    const { id, subdomain } = await made()
    const fpx_seller_id = 'SE00088001'
    expect((await approve(id, { fpx_seller_id })).status).toBe(403)
    const wrong = await approve(id, { fpx_seller_id: 'SE1' }, owner)
    expect([wrong.status, (await wrong.text()).includes('value="SE1"')]).toEqual([422, true])
    const taken = await freshTenant({ fpx_seller_id: 'SE00088002' })
    const twice = await approve(id, { fpx_seller_id: taken.entity.fpx_seller_id! }, owner)
    expect([twice.status, await twice.text()]).toEqual([409, expect.stringContaining('SE00088002')])
    expect((await rowOf(id)).approval_asked_at).toBeNull()
    expect((await approve(id, { fpx_seller_id }, owner)).headers.get('location')).toBe(page(id))
    await provisioning(id)
    const entity = await platform((trx) =>
      trx
        .selectFrom('platform.entity')
        .select(['fpx_seller_id', 'schema_name', 'role_name'])
        .where('subdomain', '=', subdomain)
        .executeTakeFirstOrThrow(),
    )
    expect(entity.fpx_seller_id).toBe(fpx_seller_id)
    const place = { schema: entity.schema_name, role: entity.role_name }
    const on = await readWithTenant(tenant.database.pool, place, (db) =>
      db
        .selectFrom('payment_option')
        .select('status')
        .where('method', '=', 'fpx_b2c')
        .executeTakeFirstOrThrow(),
    )
    expect(on).toEqual({ status: 'active' })
  })

  test('from the word of the operator to its first page it takes two seconds at most', async () => {
    const { id, subdomain } = await made()
    const since = stopwatch()
    expect((await approve(id)).status).toBe(302)
    await provisioning(id)
    const first = await product.visitor(`${subdomain}.${mainHost}`).get('/login')
    expect([first.status, (await first.text()).includes('name="password"')]).toEqual([200, true])
    since.within(2_000)
  })

  test('a fee must be paid first, or waived by who may, or the package may be tried', async () => {
    const { id, package_id } = await made()
    await platform((trx) => registrationFee(trx, { id, package_id }))
    await approve(id)
    expect((await rowOf(id)).approval_asked_at).toBeNull()
    await approve(id, { waive: 'on' })
    expect((await rowOf(id)).approval_asked_at).toBeNull()
    const paid = { paid_on: todayIn(new Date()), reference: 'TT 4711', version: '1' }
    expect((await support.post(`/admin/registration/paid/${id}`, paid)).status).toBe(403)
    const late = await owner.post(`/admin/registration/paid/${id}`, { ...paid, paid_on: '2099-01-01' })
    expect(late.status).toBe(422)
    expect(await late.text()).toContain('value="TT 4711"')
    expect((await owner.post(`/admin/registration/paid/${id}`, paid)).status).toBe(302)
    expect(await words(page(id))).toContain('TT 4711')
    await approve(id)
    expect((await rowOf(id)).approval_asked_at).not.toBeNull()
    await provisioning(id)
    const invoice = await platform((trx) =>
      trx
        .selectFrom('platform.platform_invoice')
        .select(['status', 'entity_id'])
        .where('registration_id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    expect(invoice).toEqual({ status: 'paid', entity_id: (await rowOf(id)).entity_id })

    const waived = await made()
    await platform((trx) => registrationFee(trx, waived))
    expect((await approve(waived.id, { waive: 'on' }, owner)).status).toBe(302)
    expect(await words(page(waived.id))).toContain('Waived')

    const { id: package_with_trial } = await platform((trx) => hiddenPackage(trx, { trial_days: 14 }))
    const tried = await made({ package_id: package_with_trial })
    await platform((trx) => registrationFee(trx, tried))
    await approve(tried.id)
    await provisioning(tried.id)
    const { entity_id } = await rowOf(tried.id)
    const trial = await platform((trx) =>
      trx
        .selectFrom('platform.subscription')
        .select(['status', 'credit'])
        .where('entity_id', '=', entity_id)
        .executeTakeFirstOrThrow(),
    )
    expect(trial).toEqual({ status: 'trial', credit: 0 })
    const pays = `/admin/registration/paid/${tried.id}`
    expect(await (await owner.get(page(tried.id))).text()).toContain(`href="${pays}"`)
    expect((await owner.post(pays, { ...paid, version: '2' })).status).toBe(302)
    expect(await (await owner.get(page(tried.id))).text()).not.toContain(`href="${pays}"`)
  })

  test('a rejection says why, frees the address and notes the refund of what was paid', async () => {
    const row = await made()
    await platform((trx) =>
      registrationFee(trx, row, {
        status: 'paid',
        paid_on: '2026-01-06',
        method: 'bank_transfer',
        reference: 'A',
      }),
    )
    const reject = (more: Record<string, string>) =>
      support.post(`/admin/registration/reject/${row.id}`, { version: '1', ...more })
    const short = await reject({ reject_reason: 'tidak' })
    expect(short.status).toBe(422)
    expect(await short.text()).toContain('tidak')
    const unsent = await reject({ reject_reason: 'Sijil pendaftaran tidak sah' })
    expect(await unsent.text()).toContain('enter the reference of the refund')
    expect((await rowOf(row.id)).status).toBe('pending')
    const told = await reject({ reject_reason: 'Sijil pendaftaran tidak sah', refund_reference: 'TT 9' })
    expect(told.headers.get('location')).toBe(page(row.id))
    expect(await rowOf(row.id)).toMatchObject({
      status: 'rejected',
      reject_reason: 'Sijil pendaftaran tidak sah',
    })
    expect(await words(page(row.id))).toContain('Sent back')
    expect(await jobs(row.id)).toEqual(['registration.rejected'])
    await made({ subdomain: row.subdomain })
  })

  test('of two operators who decide at once one is told that it is decided', async () => {
    const { id } = await made()
    const answers = await Promise.all([
      approve(id),
      approve(id, {}, owner),
      support.post(`/admin/registration/reject/${id}`, {
        version: '1',
        reject_reason: 'Organisasi ini sudah berdaftar',
      }),
    ])
    expect(answers.map(({ status }) => status)).not.toContain(500)
    const names = await jobs(id)
    expect(names).toHaveLength(1)
    const row = await rowOf(id)
    expect([row.status, row.approval_asked_at !== null]).toEqual(
      names[0] === 'registration.provision' ? ['pending', true] : ['rejected', false],
    )
  })

  test('one whose address is taken meanwhile is not made by half, and the operator sees why', async () => {
    const { id, subdomain } = await made()
    await approve(id)
    const other = await freshTenant({ subdomain })
    await provisioning(id)
    expect(await rowOf(id)).toMatchObject({
      ...{ status: 'pending', entity_id: null, approval_fault: 'duplicate.subdomain' },
    })
    const { schemas } = await platform((trx) =>
      trx
        .selectFrom('platform.entity')
        .select(({ fn }) => fn.countAll<number>().as('schemas'))
        .where('subdomain', '=', subdomain)
        .executeTakeFirstOrThrow(),
    )
    expect(schemas).toBe(1)
    expect(other.entity.subdomain).toBe(subdomain)
    expect(await words(page(id))).toContain(
      'Setting up failed; nothing was left behind. Subdomain already registered. Please choose another.',
    )
    const version = String((await rowOf(id)).version)
    const again = await support.post(`/admin/registration/reject/${id}`, {
      version,
      reject_reason: 'Alamat ini sudah digunakan',
    })
    expect(again.status).toBe(302)
  })

  test('a worker without the owner of the database says so instead of trying for ever', async () => {
    const { id } = await made()
    await approve(id)
    const tools = jobTools(tenant, 'registration.provision', { settings: { databaseUrl: undefined } })
    const work = provisionRegistration({ registration_id: id }, { ...tools, withTenant: tools.withPlatform })
    await expect(work).rejects.toMatchObject({ permanent: true })
    expect(await rowOf(id)).toMatchObject({ status: 'pending', approval_fault: 'unexpected' })
  })

  test('a document is shown with its own registration and with no other', async () => {
    const [one, other] = [await made(), await made()]
    const file = newId()
    await platform((trx) =>
      trx
        .insertInto('platform.entity_registration_file')
        .values({
          ...{ id: file, registration_id: one.id, kind: 'licence', storage_key: 'ab/tiada.pdf' },
          ...{ name: 'Lesen.pdf', content_type: 'application/pdf', size_bytes: 3, sha256: Buffer.alloc(32) },
        })
        .execute(),
    )
    const address = `/admin/registration/document/${one.id}/${file}`
    expect(await (await support.get(page(one.id))).text()).toContain(`href="${address}"`)
    expect(await (await support.get(page(other.id))).text()).not.toContain('Lesen.pdf')
    await support.get(address)
    const log = () => JSON.stringify(product.log)
    expect(log()).toContain('a document of a registration is gone')
    const before = product.log.length
    expect((await support.get(`/admin/registration/document/${other.id}/${file}`)).status).toBe(404)
    expect(JSON.stringify(product.log.slice(before))).not.toContain('is gone')
  })

  test('nobody else sees it, and nothing on its page is a secret', async () => {
    const { id } = await made({ smtp_host: 'mail.pusat.test', gateway_brand_id: 'brand-7' })
    const said = await words(page(id), await product.operator('auditor'))
    expect(said).toContain('mail.pusat.test')
    expect(said).not.toContain('514000012345')
    expect((await product.visitor('lunas.test').get(page(id))).status).not.toBe(200)
  })
})

describe('editing a registration', () => {
  const sendRegistrationChanged = handlerOf('registration.changed')
  let tenant: Tenant
  let owner: Browser
  let support: Browser
  beforeAll(async () => {
    const product = await app()
    tenant = await freshTenant()
    ;[owner, support] = [await product.operator('owner'), await product.operator('support')]
  })

  const platform = <R>(work: (trx: Trx) => Promise<R>) => withPlatform(tenant.database.pool, work)
  const made = (given: Parameters<typeof entityRegistration>[1] = {}) =>
    platform((trx) => entityRegistration(trx, given))
  type Row = Awaited<ReturnType<typeof made>>
  const rowOf = (id: string) =>
    platform((trx) =>
      trx
        .selectFrom('platform.entity_registration')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
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
      trx
        .selectFrom('platform.outbox')
        .select('payload')
        .where('name', '=', 'registration.changed')
        .execute(),
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
      await sendRegistrationChanged(payload, { ...tools, job, mailer, withTenant: tools.withPlatform })
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
    expect(await answer.text()).toContain('has already been decided')
    expect(await (await owner.get(`/admin/registration/view/${making.id}`)).text()).not.toContain('/edit/')
  })
})
