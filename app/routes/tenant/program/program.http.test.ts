import { beforeAll, expect, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { module, program, subject } from '#tests/support/database/factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { type App, app, type Browser } from '#tests/support/product/http.ts'

let web: App
let tenant: Tenant
let clerk: Browser

beforeAll(async () => {
  tenant = await freshTenant()
  web = await app()
  clerk = await web.signedInAs(tenant, 'clerk')
})

test('a program names its modules as they follow one another, counted and with links', async () => {
  const [{ id }, first, second, other] = await tenant.write(async (trx) => {
    const whole = await program(trx)
    const part = (sequence: number) => module(trx, { program_id: whole.id, sequence })
    const rows = [whole, await part(1), await part(2), await module(trx)] as const
    await subject(trx, { program_id: whole.id, module_id: rows[1].id })
    return rows
  })
  const page = await (await clerk.get(paths.program.view(id))).text()
  const links = [...page.matchAll(/href="(\/module[^"]*)"/g)].map(([, href]) => href)
  const own = [paths.module.view(first.id), paths.module.view(second.id)]
  expect(links.filter((href) => href !== paths.module.list())).toEqual([`/module?program_id=${id}`, ...own])
  expect(page).toContain('<dt>Modules</dt><dd>2</dd>')
  const list = await (await clerk.get(paths.listed('module', `program_id=${id}`))).text()
  for (const href of own) expect(list).toContain(href)
  expect(list).not.toContain(other.id)
})

test('a program without modules has no such list', async () => {
  const { id } = await tenant.write((trx) => program(trx))
  const page = await (await clerk.get(paths.program.view(id))).text()
  expect(page).toContain('<dt>Modules</dt><dd>0</dd>')
  expect(page).not.toContain('/module?program_id=')
})
