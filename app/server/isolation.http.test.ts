import { beforeAll, describe, expect, test } from 'vitest'
import { category, parent, student, type Trx } from '#tests/support/factories.ts'
import { type App, addressesOf, app, type Browser, builtProduct, mainHost } from '#tests/support/http.ts'
import { invoice, payment, paymentAttempt } from '#tests/support/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/tenant.ts'

/** Every word that the neighbour has carries this mark. */
const canary = 'KENARI'
const unknown = '0198f000-0000-7000-8000-00000000dead'
const withId = addressesOf(await builtProduct()).filter(({ path }) => path.includes('0198f000-'))
const withCode = addressesOf(await builtProduct()).filter(({ path }) =>
  path.includes('abcdefghijkmnpqrstuvwxyz23'),
)

let web: App
let neighbour: Tenant
let own: Browser
let operator: Browser
let ids: string[]
let codes: string[]

beforeAll(async () => {
  web = await app()
  neighbour = await freshTenant({ name: canary, company_name: canary })
  const tenant = await freshTenant()
  const made = await neighbour.write(rowsOf)
  ids = made.ids
  codes = made.codes
  own = await web.signedInAs(tenant, 'superadmin')
  operator = await web.operator()
})

async function rowsOf(trx: Trx) {
  const payer = await parent(trx, { name: canary })
  const pupil = await student(trx, { name: canary, student_no: canary }, { payer })
  const bill = await invoice(trx, { student_id: pupil.id, payer_parent_id: payer.id, remark: canary })
  const paid = await payment(trx, { payer_name: canary, branch_id: pupil.branch_id })
  const attempt = await paymentAttempt(trx, { buyer_name: canary })
  const kind = await category(trx, { code: canary, name: canary })
  return {
    ids: [kind.id, payer.id, pupil.id, bill.id, paid.id, attempt.id],
    codes: [bill.public_code, paid.public_code, attempt.public_code],
  }
}

/** An answer without what differs each time. */
async function seen(response: Response, id: string) {
  const text = (await response.text())
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(response.headers.get('x-request-id')!, 'REQUEST')
    .replaceAll(id, 'ID')
  return { status: response.status, location: response.headers.get('location')?.replaceAll(id, 'ID'), text }
}

describe.each(withId.map(({ path, id }) => [path, id]))("a neighbour's row at %s (%s)", (path) => {
  test('is as unknown as one that never was, to look at and to change', async () => {
    const side = path.startsWith('/admin') ? operator : own
    for (const method of ['get', 'post'] as const) {
      const stranger = await seen(await side[method](path.replace(/0198f000-[\w-]+/, unknown)), unknown)
      for (const id of ids) {
        const answer = await seen(await side[method](path.replace(/0198f000-[\w-]+/, id)), id)
        expect(answer, `${method} ${path}`).toEqual(stranger)
        expect(answer.text).not.toContain(canary)
      }
    }
  })
})

describe.each(withCode.map(({ path, id }) => [path, id]))("a neighbour's code at %s (%s)", (path) => {
  test('shows nothing here', async () => {
    for (const code of codes) {
      for (const method of ['get', 'post'] as const) {
        const response = await own[method](path.replace('abcdefghijkmnpqrstuvwxyz23', code))
        expect(await response.text(), `${method} ${path}`).not.toContain(canary)
        expect(response.headers.get('location') ?? '', `${method} ${path}`).not.toContain(neighbour.host)
      }
    }
  })
})

test('no page of ours, and none of a visitor of the main host, names the neighbour', async () => {
  const visitor = web.visitor(mainHost)
  for (const { path } of addressesOf(await builtProduct())) {
    for (const browser of [own, visitor]) {
      const response = await browser.get(path)
      expect(await response.text(), path).not.toContain(canary)
    }
  }
})
