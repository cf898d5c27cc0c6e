import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { scopes } from '#app/domain/billing/invoices/test-support.ts'
import type { Actor } from '#app/domain/core/actor.ts'
import { currentDay } from '#app/domain/core/clock.ts'
import { requestFamily, requestYear } from '#app/domain/reporting/archives/change-archive.ts'
import { familyArchive, yearArchive } from '#app/domain/reporting/archives/find-archives.ts'
import { busyOffice } from '#app/domain/reporting/archives/test-support.ts'
import { parent, student } from '#tests/support/database/factories.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { unzipped } from '#tests/support/jobs/zip.ts'
import '#tests/support/product/matchers.ts'
import { cleanArchives, makeArchive } from './make-archive.ts'

const today = currentDay()
const year = { begins: `${today.slice(0, 4)}-01`, papers: 'no' as const }
const asked = { today, locale: 'en' as const }

const tools = (tenant: Tenant, job = {}) => jobTools(tenant, 'archive.make', { job })
const fileOf = async (tenant: Tenant, id: string) => {
  const row = await tenant.read((db) =>
    db.selectFrom('archive').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return { row, bytes: row.storage_key ? await tools(tenant).files.get(row.storage_key) : undefined }
}
/** The paths of a ZIP, by its directory. */
function pathsIn(bytes: Buffer): string[] {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  const paths: string[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const name = bytes.readUInt16LE(at + 28)
    paths.push(bytes.toString('utf8', at + 46, at + 46 + name))
    at += 46 + name + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return paths
}

describe('the archive of a year', () => {
  let tenant: Tenant
  let admin: Actor & { id: string }
  beforeAll(async () => {
    const office = await busyOffice()
    tenant = office.shop.tenant
    admin = office.admin
  })
  const ask = (given: Partial<typeof year> = {}) =>
    tenant.write((trx) => requestYear(trx, admin, { ...year, ...given }, asked))

  test('holds every sheet, and says that its books tie', async () => {
    const id = await ask()
    await makeArchive({ archive_id: id }, tools(tenant))
    const { row, bytes } = await fileOf(tenant, id)
    expect(row).toMatchObject({ status: 'ready', equations: 9, differences: 0, rows_done: row.rows_total })
    expect(row.size_bytes).toBe(bytes!.length)
    const paths = pathsIn(bytes!)
    for (const file of ['01-equations.xlsx', '02-statements.csv', '04-receipts.xlsx', '08-collections.xlsx'])
      expect(paths).toContain(file)
    expect(paths).toEqual(expect.arrayContaining(['15-ageing.xlsx', 'README.txt', 'BACA-SAYA.txt']))
    const text = unzipped(bytes!)
    expect(text).toContain('Family accounts: opening + billed − credited − paid = closing')
    expect(text).toMatch(/difference RM0\.00/)
    expect(text).toContain('Opening balance')
  })

  test('is one at a time: the same one is the same, another is refused, and a finished one stays as it is', async () => {
    const id = await ask()
    expect(await ask()).toBe(id)
    await expect(ask({ papers: 'yes' as never })).toRefuse('archive.running')
    await makeArchive({ archive_id: id }, tools(tenant))
    const { row } = await fileOf(tenant, id)
    await makeArchive({ archive_id: id }, tools(tenant))
    expect((await fileOf(tenant, id)).row).toEqual(row)
    await expect(ask({ begins: `${Number(today.slice(0, 4)) + 1}-01` })).toRefuse('archive.year_to_come')
  })

  test('of a run that was cut off leaves no file, and the next run makes it whole', async () => {
    const id = await ask()
    const cut = new AbortController()
    const stopped = { ...tools(tenant), signal: cut.signal }
    const put = stopped.files.put
    const files = {
      ...stopped.files,
      put: (...args: Parameters<typeof put>) => {
        cut.abort()
        return put(...args)
      },
    }
    await expect(makeArchive({ archive_id: id }, { ...stopped, files })).rejects.toThrow()
    expect(await stopped.files.exists(`archives/${id}.zip`)).toBe(false)
    expect((await fileOf(tenant, id)).row.status).toBe('queued')
    await makeArchive({ archive_id: id }, tools(tenant))
    expect((await fileOf(tenant, id)).row.status).toBe('ready')
  })

  test('fails after its last try, so that the next one can be asked for', async () => {
    const id = await ask()
    const broken = tools(tenant, { attempt: 6, attempts: 6 })
    const files = { ...broken.files, put: () => Promise.reject(new Error('disk full')) }
    await expect(makeArchive({ archive_id: id }, { ...broken, files })).rejects.toThrow('disk full')
    expect((await fileOf(tenant, id)).row).toMatchObject({ status: 'failed', error_code: 'unexpected' })
    const next = await ask()
    expect(next).not.toBe(id)
    await makeArchive({ archive_id: next }, tools(tenant))
  })

  test('is gone after its days, and its page says so', async () => {
    const id = await ask()
    await makeArchive({ archive_id: id }, tools(tenant))
    await tenant.write((trx) =>
      trx
        .updateTable('archive')
        .set({ expires_at: sql<Date>`now() - interval '1 hour'` })
        .where('id', '=', id)
        .execute(),
    )
    const clean = jobTools(tenant, 'archive.clean')
    await cleanArchives({}, clean)
    expect(await clean.files.exists(`archives/${id}.zip`)).toBe(false)
    expect(await tenant.read((db) => yearArchive(db, id))).toMatchObject({ status: 'expired' })
  })
})

test('a year without a payment, with a branch that was removed, is a small archive that says so', async () => {
  const tenant = await freshTenant()
  const admin = await tenant.actor('admin')
  await tenant.write(async (trx) => {
    const child = await student(trx)
    const family = { student_id: child.id, payer_parent_id: child.payer!.id, branch_id: child.branch_id }
    await invoice(trx, { ...family, issued_on: `${today.slice(0, 4)}-01-10` })
    await trx
      .updateTable('branch')
      .set({ deleted_at: new Date() })
      .where('id', '=', child.branch_id)
      .execute()
  })
  const id = await tenant.write((trx) => requestYear(trx, admin, year, { today, locale: 'my' }))
  await makeArchive({ archive_id: id }, tools(tenant))
  const { row, bytes } = await fileOf(tenant, id)
  expect(row).toMatchObject({ status: 'ready', differences: 0 })
  expect(bytes!.length).toBeLessThan(60_000)
  const text = unzipped(bytes!)
  expect(text).toContain('No payment was received in this period.')
  expect(text).toContain('Tiada bayaran diterima dalam tempoh ini.')
  expect(text).toContain('120.00')
})

describe('the archive of a family', () => {
  let tenant: Tenant
  beforeAll(async () => {
    tenant = await freshTenant()
  })
  const accountOf = async (parent_id: string) => {
    const actor = await tenant.actor('parent')
    return { ...actor, parent_id }
  }
  const own = (parent_id: string) => ({ scope: 'own', user_id: '', branch_ids: [], parent_id }) as const
  const made = async (parent_id: string, actor: Actor & { id: string }) => {
    const id = await tenant.write((trx) =>
      requestFamily(trx, actor, own(parent_id), parent_id, { locale: 'en', for_office: false }),
    )
    await makeArchive({ archive_id: id }, tools(tenant))
    const { row, bytes } = await fileOf(tenant, id)
    expect(row).toMatchObject({ status: 'ready' })
    return { id, text: unzipped(bytes!), paths: pathsIn(bytes!) }
  }

  test('of two parents of one child: each has their own, and no more than their pages show', async () => {
    const { child, mother, father } = await tenant.write(async (trx) => {
      const child = await student(trx, { branch_id: tenant.branch.id, name: 'Alya binti Hakim' })
      const father = await parent(trx, { name: 'Encik Hakim', email: 'hakim@family.test' })
      await trx
        .insertInto('student_parent')
        .values({ student_id: child.id, parent_id: father.id, relationship: 'father' })
        .execute()
      await invoice(trx, {
        ...{ student_id: child.id, payer_parent_id: child.payer!.id, branch_id: tenant.branch.id },
        number: 'INV-IBU-1',
      })
      await trx
        .updateTable('parent')
        .set({ email: 'ibu@family.test' })
        .where('id', '=', child.payer!.id)
        .execute()
      // Of a child of hers alone.
      const other = await student(trx, { branch_id: tenant.branch.id, name: 'Adik Lain' })
      await trx
        .updateTable('student_parent')
        .set({ parent_id: child.payer!.id })
        .where('student_id', '=', other.id)
        .execute()
      await invoice(trx, {
        ...{ student_id: other.id, payer_parent_id: child.payer!.id, branch_id: tenant.branch.id },
        number: 'INV-IBU-2',
      })
      return { child, mother: child.payer!, father }
    })
    const hers = await made(mother.id, await accountOf(mother.id))
    for (const number of ['INV-IBU-1', 'INV-IBU-2']) expect(hers.text).toContain(number)
    for (const own of [child.name, 'Adik Lain', 'ibu@family.test']) expect(hers.text).toContain(own)
    expect(hers.paths).toEqual(
      expect.arrayContaining([
        'family.json',
        'family.html',
        'family.pdf',
        'csv/invoice.csv',
        'papers/invoices-01.pdf',
      ]),
    )
    expect(hers.text).not.toContain('hakim@family.test')
    const his = await made(father.id, await accountOf(father.id))
    expect(his.text).toContain(child.name)
    expect(his.text).toContain('hakim@family.test')
    // The child's invoices are on the pages of both; the account is that of the one who pays.
    expect(his.text).toContain('INV-IBU-1')
    for (const hidden of ['INV-IBU-2', 'Adik Lain', 'ibu@family.test'])
      expect(his.text.includes(hidden), hidden).toBe(false)
  })

  test('of a parent without children, and of one whose child has left', async () => {
    const { alone, left } = await tenant.write(async (trx) => {
      const child = await student(trx, {
        branch_id: tenant.branch.id,
        name: 'Bekas Pelajar',
        status: 'withdrawn',
      })
      return { alone: await parent(trx, { name: 'Puan Tiada Anak' }), left: child.payer! }
    })
    const none = await made(alone.id, await accountOf(alone.id))
    expect(JSON.parse(none.text.slice(none.text.indexOf('{'), none.text.indexOf('\n}') + 2))).toMatchObject({
      parent: { name: 'Puan Tiada Anak' },
      children: [],
    })
    expect((await made(left.id, await accountOf(left.id))).text).toContain('Bekas Pelajar')
  })

  test('is for the account that has asked for it alone, and asking is in the log', async () => {
    const [one, other] = await tenant.write(async (trx) => [await parent(trx), await parent(trx)] as const)
    const actor = await accountOf(one.id)
    const refused = tenant.write((trx) =>
      requestFamily(trx, actor, own(one.id), other.id, { locale: 'en', for_office: false }),
    )
    await expect(refused).toRefuse('not_found.parent')
    const admin = await tenant.actor('admin')
    const id = await tenant.write((trx) =>
      requestFamily(trx, admin, scopes.all(admin), one.id, { locale: 'en', for_office: true }),
    )
    expect(await tenant.read((db) => familyArchive(db, admin.id, id))).toMatchObject({ status: 'queued' })
    await expect(tenant.read((db) => familyArchive(db, actor.id, id))).toRefuse('not_found.archive')
    const log = await tenant.read((db) =>
      db
        .selectFrom('audit_log')
        .select(['action', 'actor_name', 'object_id'])
        .where('action', '=', 'archive.family_requested')
        .where('object_id', '=', one.id)
        .execute(),
    )
    expect(log).toMatchObject([{ actor_name: admin.name }])
  })
})
