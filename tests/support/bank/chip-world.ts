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
import { saveChipAccount, tryChipAccount } from '#app/domain/payments/chip/change-account.ts'
import { chipSandbox } from '#app/integrations/chip/config.ts'
import { createChipSandbox } from '#app/integrations/chip/sandbox/sandbox.ts'
import { imbalance } from '#tests/support/database/money.ts'
import { invoice } from '#tests/support/database/money-factories.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { fieldsOf } from '#tests/support/product/form-fields.ts'
import { type App, app } from '#tests/support/product/http.ts'

const { path, brandId, testKey, liveKey } = chipSandbox

/** The product and a CHIP that is a stranger to it, each behind its own port; an organisation with an account there. */
export async function openChipWorld() {
  const directory = mkdtempSync(join(tmpdir(), 'lunas-chip-'))
  const servers: Server[] = []
  let product: App | undefined

  async function listen(handler: (request: Request, client: { address: string }) => Promise<Response>) {
    const server = createServer(createRequestListener(handler))
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return (server.address() as AddressInfo).port
  }

  /** The product's own host is written into the addresses that CHIP is given; this one is where it answers in a test. */
  const shop = await listen((request, client) => product!.handle(request, client))
  let sandbox: Awaited<ReturnType<typeof createChipSandbox>> | undefined
  const door = await listen((request) => sandbox!.handle(request))
  const url = `http://127.0.0.1:${door}${path}`
  sandbox = await createChipSandbox({
    ...{ mode: 'test', directory, basePath: path, publicUrl: url, control: true },
    ...{ brandId, testKey, liveKey },
  })
  const chipUrl = `${url}/api/v1/`
  const made = await app({ services: { chipUrl } })
  product = made
  const main = `http://localhost:${shop}`
  made.services.sites.main.origin = main

  const toGateways = (tenant: Tenant) =>
    gatewaysTo(tenant, () => Promise.reject(new Error('no FPX here')), chipUrl)

  /** Enters the sandbox's account and tries it. */
  async function setUp(
    tenant: Tenant,
    mode: 'test' | 'live' = 'live',
    key: string = mode === 'live' ? liveKey : testKey,
  ) {
    const actor = await tenant.actor('superadmin')
    const gateways = toGateways(tenant)
    await tenant.write((trx) =>
      saveChipAccount(trx, actor, gateways.chip.keys, {
        ...{ brand_id: brandId, mode, version: 0, test_key: undefined, live_key: undefined },
        [`${mode}_key`]: key,
      }),
    )
    return tryAgain(tenant)
  }

  async function tryAgain(tenant: Tenant) {
    const { id } = tenant.place
    return tryChipAccount(
      { gateways: toGateways(tenant), write: tenant.write },
      await tenant.actor('superadmin'),
      {
        ...{ hook: `${main}/chip/webhook/${id}`, callback: `${main}/chip/callback/${id}`, back: main },
        ...{ email: 'pejabat@sekolah.test', option: 'Kad atau e-dompet (CHIP)' },
      },
    )
  }

  const tenant = await freshTenant()
  expect(await setUp(tenant)).toEqual({ fault: null, detail: null })

  async function control(action: string, given: Record<string, string | null> = {}) {
    const response = await fetch(`${url}/__control/${action}`, {
      method: 'POST',
      body: JSON.stringify(given),
    })
    expect(response.status, action).toBe(200)
    return response.json()
  }

  const bill = (sen = 12_000, at = tenant) =>
    at.write((trx) => invoice(trx, { branch_id: at.branch.id }, [{ price_sen: sen }]))

  /** The payer's choice; `code` is that of the payment. */
  async function choose(sen = 12_000, group = 'card', given: Record<string, string> = {}) {
    const payer = made.visitor(tenant)
    const billed = await bill(sen)
    const page = `/payment/submit?invoice=${billed.public_code}&model=${group}`
    const fields = fieldsOf(await (await payer.get(page)).text())
    const started = await payer.post(page, { ...fields, buyer_name: "Siti O'Neil", ...given })
    expect(started).toRedirectTo(/^\/payment\/go\//)
    return { payer, bill: billed, code: started.headers.get('location')!.split('/').at(-1)! }
  }

  /** And on to the door, where the purchase is made. */
  async function toChip(sen?: number, group?: string) {
    const chosen = await choose(sen, group)
    const door = await chosen.payer.get(`/payment/go/${chosen.code}`)
    return { ...chosen, door, html: await door.text(), ...(await attemptOf(chosen.code)) }
  }

  async function attemptOf(code: string) {
    const attempt = await tenant.read((db) =>
      db.selectFrom('payment_attempt').selectAll().where('public_code', '=', code).executeTakeFirstOrThrow(),
    )
    return { attempt, of: attempt.order_no }
  }

  const enquire = (id: string, now?: Date) =>
    enquireAttempt(
      {
        gateways: toGateways(tenant),
        write: tenant.write,
        timeoutMs: 400,
        ...(now ? { now: () => now } : {}),
      },
      systemActor,
      id,
      'notified',
    )

  /** What stands in the books about a payment and its invoice; never a sen too much or too little. */
  async function books(code: string, invoice_id: string) {
    const { attempt } = await attemptOf(code)
    expect(await tenant.read(imbalance)).toEqual({})
    return tenant.read(async (db) => {
      const payments = await db
        .selectFrom('payment')
        .select('id')
        .where('attempt_id', '=', attempt.id)
        .execute()
      const row = await db
        .selectFrom('invoice')
        .select('status')
        .where('id', '=', invoice_id)
        .executeTakeFirst()
      return { state: attempt.state, payments: payments.length, invoice: row?.status }
    })
  }

  const desk = (attempt_id: string) =>
    tenant.read((db) =>
      db
        .selectFrom('platform.payment_exception')
        .select(['kind', 'amount_sen', 'differences'])
        .where('attempt_id', '=', attempt_id)
        .execute(),
    )

  const messages = (attempt_id: string) =>
    tenant.read((db) =>
      db
        .selectFrom('platform.gateway_message')
        .select(['kind', 'verified', 'outcome', 'response_code'])
        .where('attempt_id', '=', attempt_id)
        .orderBy('received_at')
        .execute(),
    )

  async function close() {
    await sandbox!.close()
    for (const server of servers) server.closeAllConnections()
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    rmSync(directory, { recursive: true })
  }

  return {
    ...{ tenant, product: made, main, url, chipUrl, control, bill, choose, toChip, attemptOf, enquire },
    ...{ books, desk, messages, setUp, tryAgain, toGateways, close },
  }
}

export type ChipWorld = Awaited<ReturnType<typeof openChipWorld>>
