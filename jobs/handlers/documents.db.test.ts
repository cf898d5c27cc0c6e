import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#app/domain/core/access/access.ts'
import { systemActor } from '#app/domain/core/actor.ts'
import { requestDocument } from '#app/domain/core/documents/change-document.ts'
import { type DocumentRequest, pdfRows } from '#app/domain/core/documents/document.ts'
import { environment } from '#app/environment.ts'
import { newId } from '#db/id.ts'
import { ConnectionsTaken } from '#db/sharing/shares.ts'
import type { TenantTools } from '#jobs/handler.ts'
import { Postponed } from '#jobs/queue/postponed.ts'
import { branch, category, student } from '#tests/support/database/factories.ts'
import { allocation, invoice, payment, receipt } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { jobTools } from '#tests/support/jobs/job-tools.ts'
import { textOf } from '#tests/support/jobs/pdf.ts'
import { renderDocument } from './documents.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant({ name: 'Tadika Sinar', theme_colour: '#7a1f2b', logo_file: '/demo/cahaya.svg' })
})

const ask = (request: Partial<DocumentRequest>) =>
  tenant.write((trx) =>
    requestDocument(trx, systemActor, { kind: 'invoice', fingerprint: newId(), locale: 'en', ...request }),
  )
const tools = (job: Partial<TenantTools['job']> = {}) => jobTools(tenant, 'document.render', { job })
const render = async (document_id: string) => renderDocument({ document_id }, tools())
const row = (id: string) =>
  tenant.read((db) =>
    db
      .selectFrom('document')
      .leftJoin('stored_file', 'stored_file.id', 'document.file_id')
      .select(['status', 'error_code', 'name', 'storage_key', 'size_bytes', 'content_type'])
      .where('document.id', '=', id)
      .executeTakeFirstOrThrow(),
  )
const contents = async (id: string) => {
  const { storage_key } = await row(id)
  return textOf(await tools().files.get(storage_key!))
}
const filesNamed = async (id: string) => {
  const folder = join(environment.dataDir, 'files', tenant.place.schema, 'documents')
  return (await readdir(folder)).filter((name) => name.includes(id))
}
const storedFiles = (id: string) =>
  tenant.read((db) =>
    db.selectFrom('stored_file').select('id').where('storage_key', 'like', `%${id}%`).execute(),
  )
const anInvoice = () => tenant.write((trx) => invoice(trx))
const categories = (code: string, count: number) =>
  tenant.write((trx) =>
    sql`insert into category (id, code, name)
      select gen_random_uuid(), ${code}::text || number, 'Banyak' from generate_series(1, ${count}::int) as number`.execute(
      trx,
    ),
  )

describe('an invoice', () => {
  test('is printed with its sums, in its language, under its number', async () => {
    const { id: subject_id, number } = await tenant.write(async (trx) => {
      const made = await invoice(trx, { paid_sen: 2_000 }, [{ price_sen: 12_000 }, { price_sen: 450 }])
      const paid = await payment(trx, { amount_sen: 2_000 })
      await allocation(trx, paid.id, made.id, 2_000)
      return made
    })
    const [english, malay] = await Promise.all([
      ask({ subject_id, fingerprint: newId() }),
      ask({ subject_id, fingerprint: newId(), locale: 'my' }),
    ])
    await Promise.all([render(english), render(malay)])
    expect(await row(english)).toMatchObject({
      status: 'ready',
      error_code: null,
      name: `${number}.pdf`,
      content_type: 'application/pdf',
    })
    const { text, title, pages } = await contents(english)
    for (const part of ['Tadika Sinar', number!, 'RM120.00', 'RM4.50', 'RM124.50', '-RM20.00', 'RM104.50'])
      expect(text).toContain(part)
    expect(text).toContain(`${tenant.host}:3000/invoice/status/`)
    expect(title).toBe(`Invoice ${number} · Tadika Sinar`)
    expect(pages).toEqual([{ width: 595, height: 842 }])
    const other = await contents(malay)
    expect(other.title).toBe(`Invois ${number} · Tadika Sinar`)
    expect(other.text).toContain('Baki')
    expect(other.text).not.toMatch(/\b(Balance|Due|Pay)\b/)
  })
})

test('a receipt says what came, what it paid and what was left over', async () => {
  const { id: subject_id, number } = await tenant.write(async (trx) => {
    const bill = await invoice(trx, { status: 'paid' })
    const paid = await payment(trx, {
      amount_sen: 12_000,
      payer_name: 'Puan Rohana',
      branch_id: bill.branch_id,
    })
    await allocation(trx, paid.id, bill.id, 12_000)
    await receipt(trx, paid.id)
    return paid
  })
  const id = await ask({ kind: 'receipt', subject_id })
  await render(id)
  const { text } = await contents(id)
  for (const part of [number, 'RM120.00', 'Puan Rohana', 'Cash']) expect(text).toContain(part)
  expect((await row(id)).name).toBe(`${number}.pdf`)
})

describe('a list', () => {
  const scopeOf = async (role: 'admin' | 'clerk') => {
    const { id, branch_ids } = await tenant.actor(role)
    const scope = role === 'admin' ? ('all' as const) : ('branch' as const)
    return { scope, user_id: id, branch_ids, parent_id: null }
  }
  const list = async (name: string, query = '', role: 'admin' | 'clerk' = 'admin') =>
    ask({
      kind: 'list',
      parameters: { name, query, scope: await scopeOf(role) },
    })

  test('has the rows and totals that its filters leave, and no others', async () => {
    await tenant.write(async (trx) => {
      for (let number = 1; number <= 60; number += 1)
        await category(trx, { code: `LIST${number}`, name: `Aras ${number}` })
      await category(trx, { code: 'OTHER', name: 'Lain' })
    })
    const id = await list('category', 'q=LIST&sort=-code&page=2&limit=5')
    await render(id)
    const { text, pages } = await contents(id)
    expect(text).toContain('60 rows')
    for (const part of ['Categories', 'LIST1 ', 'LIST60', 'Aras 33']) expect(text).toContain(part)
    expect(text).not.toContain('OTHER')
    expect(pages.length).toBeGreaterThan(1)
    expect((await row(id)).name).toMatch(/^category-\d{4}-\d\d-\d\d\.pdf$/)
  })

  test.each(['pdf', 'csv', 'xlsx'] as const)('is read on the connections of reports: %s', async (format) => {
    const scope = await scopeOf('admin')
    const id = await ask({ kind: 'list', parameters: { name: 'category', query: '', scope, format } })
    const given = tools()
    let reports = 0
    const report: typeof given.report = (work) => {
      reports++
      return given.report(work)
    }
    await renderDocument({ document_id: id }, { ...given, report })
    expect(reports).toBe(1)
    expect(await row(id)).toMatchObject({ status: 'ready' })
  })

  test('has the columns that the roles of who asked may see', async () => {
    const head = async (roles: Role[]) => {
      const parameters = {
        name: 'staff',
        query: '',
        scope: await scopeOf('admin'),
        roles,
        format: 'csv',
      } as const
      const id = await ask({ kind: 'list', parameters })
      await render(id)
      const file = await tools().files.get((await row(id)).storage_key!)
      return file.toString().split('\r\n')[0]
    }
    expect(await head(['admin'])).toContain('Phone')
    expect(await head(['class-admin'])).not.toContain('Phone')
  })

  test('shows who asked only what they may see', async () => {
    const [mine, strange] = await tenant.write(async (trx) => {
      const elsewhere = await branch(trx)
      const far = await student(trx, { branch_id: elsewhere.id })
      const near = await student(trx, { branch_id: tenant.branch.id })
      return [
        await invoice(trx, { student_id: near.id, payer_parent_id: near.payer!.id }),
        await invoice(trx, { student_id: far.id, payer_parent_id: far.payer!.id }),
      ]
    })
    const ids = { clerk: await list('invoice', '', 'clerk'), admin: await list('invoice') }
    await render(ids.clerk)
    await render(ids.admin)
    const clerk = (await contents(ids.clerk)).text
    expect(clerk).toContain(mine.number)
    expect(clerk).not.toContain(strange.number)
    expect((await contents(ids.admin)).text).toContain(strange.number)
  })

  test('with more rows than a PDF holds says so; one of a kind that there is not is refused', async () => {
    await categories('MANY', pdfRows + 1)
    const many = await list('category', 'q=MANY')
    const unknown = await list('constructor')
    await render(many)
    await render(unknown)
    expect((await contents(many)).text).toContain('The first 2,000 of 2,001 rows')
    expect(await row(unknown)).toMatchObject({ status: 'failed', error_code: 'not_found.page' })
  })
})

describe('a document is made once', () => {
  test('when its job runs again and when it runs twice at once', async () => {
    const id = await ask({ subject_id: (await anInvoice()).id })
    await Promise.all([render(id), render(id)])
    await render(id)
    expect(await filesNamed(id)).toEqual([`${id}.pdf`])
    expect(await storedFiles(id)).toHaveLength(1)
    expect((await row(id)).status).toBe('ready')
  })

  test('when the worker dies between the file and its row', async () => {
    const id = await ask({ subject_id: (await anInvoice()).id })
    const living = tools()
    let calls = 0
    const dying: TenantTools = {
      ...living,
      withTenant: (work) => (++calls === 3 ? Promise.reject(new Error('killed')) : living.withTenant(work)),
    }
    await expect(renderDocument({ document_id: id }, dying)).rejects.toThrow('killed')
    expect((await row(id)).status).toBe('queued')
    expect(await filesNamed(id)).toEqual([`${id}.pdf`])
    await renderDocument({ document_id: id }, living)
    expect(await filesNamed(id)).toEqual([`${id}.pdf`])
    expect(await storedFiles(id)).toHaveLength(1)
    expect((await contents(id)).text).toContain('Tadika Sinar')
  })
})

describe('a document that cannot be made', () => {
  test('stays queued while its job is tried again, and is failed after the last try', async () => {
    const id = await ask({ subject_id: (await anInvoice()).id })
    const broken = { render: () => Promise.reject(new Error('no browser')) }
    const attempt = async (number: number) => {
      const here = tools({ attempt: number, attempts: 6 })
      return renderDocument({ document_id: id }, { ...here, pdf: { ...here.pdf, ...broken } })
    }
    await expect(attempt(5)).rejects.toThrow('no browser')
    expect((await row(id)).status).toBe('queued')
    await expect(attempt(6)).rejects.toThrow('no browser')
    expect(await row(id)).toMatchObject({ status: 'failed', error_code: 'unexpected' })
  })

  test('stays queued, even at its last try, while others take all connections of reports', async () => {
    const id = await ask({
      kind: 'list',
      parameters: {
        name: 'category',
        query: '',
        format: 'csv',
        scope: { scope: 'all', user_id: newId(), branch_ids: [], parent_id: null },
      },
    })
    const here = tools({ attempt: 6, attempts: 6 })
    const taken = new ConnectionsTaken('all taken')
    const locked = Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' })
    for (const error of [new Postponed(1, 'busy'), taken, locked]) {
      const report = () => Promise.reject(error)
      await expect(renderDocument({ document_id: id }, { ...here, report })).rejects.toBe(error)
      expect(await row(id)).toMatchObject({ status: 'queued' })
    }
    await render(id)
    expect(await row(id)).toMatchObject({ status: 'ready' })
  })

  test('because its subject is not of this organisation is failed at once', async () => {
    const other = await freshTenant()
    const theirs = await other.write((trx) => invoice(trx))
    const id = await ask({ subject_id: theirs.id })
    await render(id)
    expect(await row(id)).toMatchObject({ status: 'failed', error_code: 'not_found.invoice' })
  })

  test('is made anew for the next who asks', async () => {
    const fingerprint = newId()
    const subject_id = (await anInvoice()).id
    const first = await ask({ subject_id: newId(), fingerprint })
    await render(first)
    const second = await ask({ subject_id, fingerprint })
    expect(second).not.toBe(first)
    await render(second)
    expect((await row(second)).status).toBe('ready')
    expect(await ask({ subject_id, fingerprint })).toBe(second)
  })
})
