import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRequestListener } from '@mjackson/node-fetch-server'
import { expect } from 'vitest'
import { systemActor } from '#app/domain/core/actor.ts'
import { enquireAttempt } from '#app/domain/gateways/answers/enquire.ts'
import { gatewaysTo } from '#app/domain/payments/attempts/test-support.ts'
import { environment } from '#app/environment.ts'
import { SANDBOX_PATH, sandboxDirectory } from '#app/integrations/fpx/config.ts'
import { createSandbox } from '#app/integrations/fpx/sandbox/sandbox.ts'
import { browse, form, press, type Screen } from '#app/integrations/fpx/sandbox/test-support.ts'
import { fpxGateway } from '#app/server/payments/fpx.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, newSellerId } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app } from '#tests/support/product/http.ts'

/** The product and a bank that is a stranger to it, each behind its own port, talking as they will in earnest. */
export async function openBankWorld() {
  const tenant = await freshTenant({ fpx_seller_id: newSellerId() })
  const dataDir = mkdtempSync(join(tmpdir(), 'lunas-bank-'))
  const servers: Server[] = []
  let product: App | undefined
  let bank: Awaited<ReturnType<typeof createSandbox>> | undefined

  async function listen(handler: (request: Request, client: { address: string }) => Promise<Response>) {
    const server = createServer(createRequestListener(handler))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  const shop = await listen((request, client) => product!.handle(request, client))
  const door = await listen((request) => bank!.handle(request))
  /** What a process of the product would be told to find this bank. */
  const settings = {
    ...environment,
    dataDir,
    sandbox: true,
    sandboxPort: door,
    mainHost: `127.0.0.1:${door}`,
  }
  const url = `http://127.0.0.1:${door}${SANDBOX_PATH}`
  const sandbox = await createSandbox({
    mode: 'test',
    directory: sandboxDirectory(settings),
    basePath: SANDBOX_PATH,
    publicUrl: url,
    directUrl: `http://localhost:${shop}/fpx/direct`,
    indirectUrl: `http://localhost:${shop}/fpx/indirect`,
    control: true,
  })
  bank = sandbox
  const fpx = fpxGateway(settings)
  const made = await app({ services: { fpx } })
  product = made

  async function control(action: string, fields: Record<string, string> = {}) {
    const response = await fetch(`${url}/__control/${action}`, form(fields))
    expect(response.status, action).toBe(200)
  }

  /** An invoice, and the payer's choice of bank; `code` is that of the payment. */
  async function choose(sen: number, bank_code: string, model = 'B2C') {
    const payer = made.visitor(tenant)
    const bill = await tenant.write((trx) =>
      invoice(trx, { branch_id: tenant.branch.id }, [{ price_sen: sen }]),
    )
    const path = `/payment/submit?invoice=${bill.public_code}&model=${model}`
    const choice = fieldsOf(await (await payer.get(path)).text())
    const started = await payer.post(path, { ...choice, bank: bank_code, buyer_name: "Siti O'Neil & Anak" })
    expect(started).toRedirectTo(/^\/payment\/go\//)
    return { payer, bill, code: started.headers.get('location')!.split('/').at(-1)! }
  }

  /** From the invoice to the bank's first page, as a payer without scripts does it. */
  async function toBank(sen: number, bank_code: string, model = 'B2C') {
    const chosen = await choose(sen, bank_code, model)
    const page = await (await chosen.payer.get(`/payment/go/${chosen.code}`)).text()
    const target = /<form method="post" action="([^"]+)"/.exec(page)![1]!
    return { ...chosen, screen: await browse(target, form(fieldsOf(page))) }
  }

  const attemptOf = (code: string) =>
    tenant.read((db) =>
      db.selectFrom('payment_attempt').selectAll().where('public_code', '=', code).executeTakeFirstOrThrow(),
    )

  /** FPX is asked now; not on the schedule, since a minute of waiting tests nothing. */
  async function enquire(code: string) {
    const { id } = await attemptOf(code)
    const key = `payment.enquire:${id}`
    await tenant.write((trx) => trx.deleteFrom('platform.rate_limit').where('key', '=', key).execute())
    const tools = { gateways: gatewaysTo(tenant, fpx.config), write: tenant.write, timeoutMs: 500 }
    return enquireAttempt(tools, systemActor, id, 'asked')
  }

  /** What stands in the books about a payment and its invoice. */
  async function books(code: string, invoice_id: string) {
    const { id, state } = await attemptOf(code)
    return tenant.read(async (db) => {
      const payments = await db.selectFrom('payment').select('id').where('attempt_id', '=', id).execute()
      const { status } = await db
        .selectFrom('invoice')
        .select('status')
        .where('id', '=', invoice_id)
        .executeTakeFirstOrThrow()
      return { state, payments: payments.length, invoice: status }
    })
  }

  async function close() {
    await sandbox.close()
    for (const server of servers) server.closeAllConnections()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    rmSync(dataDir, { recursive: true })
  }

  return { tenant, settings, product: made, control, choose, toBank, attemptOf, enquire, books, close }
}

export type BankWorld = Awaited<ReturnType<typeof openBankWorld>>

/** Signs in at the bank and confirms. */
export async function confirm(screen: Screen): Promise<Screen> {
  return press(await press(screen, 'Sign in'), 'Confirm')
}

/** Presses the bank's last button; the address that the payer is led to, if the bank lets him go back at all. */
export async function comeBack(result: Screen): Promise<string | null> {
  const last = result.forms.find(({ action }) => action.endsWith('/fpx/indirect'))
  if (!last) return null
  const response = await fetch(last.action, { ...form(last.fields), redirect: 'manual' })
  expect(response.status).toBe(303)
  return response.headers.get('location')
}
