import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#db/id.ts'
import { databaseForMany } from '#tests/support/database/database.ts'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import { newPhone } from '#tests/support/people/codes.ts'
import { type ApiAnswer, type Client, client } from '#tests/support/product/api.ts'
import { type App, app } from '#tests/support/product/http.ts'
import { platform, renew, settle, subscriber } from '#tests/support/product/renewals.ts'

let web: App
beforeAll(databaseForMany)

beforeAll(async () => {
  web = await app()
})

const organisation = (given?: Parameters<typeof subscriber>[1]) => subscriber(web, given)

describe('an Idempotency-Key', () => {
  const invoices = async (chief: Client) =>
    (await chief.get('entity/subscription/invoice')).result.invoices.length

  test('of twenty calls at once makes one invoice and one answer', async () => {
    const { chief, packageId } = await organisation()
    const key = newId()
    // Who finds no free connection is told so, and asks again with its key.
    const insist = async (): Promise<ApiAnswer> => {
      const told = await renew(chief, packageId, {}, key)
      return told.status === 503 ? insist() : told
    }
    const answers = await Promise.all(Array.from({ length: 20 }, insist))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(19)
    expect(await invoices(chief)).toBe(1)
  })

  test('replays what it has answered, whatever has happened since and however the fields are ordered', async () => {
    const { chief, packageId, tenant } = await organisation()
    const key = newId()
    const first = await renew(chief, packageId, {}, key)
    await settle(tenant, first.result.invoice.id)
    const again = await chief.post(
      'entity/subscription/renew',
      { method: 'fpx', years: 2, packageId },
      { 'idempotency-key': key },
    )
    expect(again.text).toBe(first.text)
    expect(await invoices(chief)).toBe(1)
  })

  test('with another body is refused', async () => {
    const { chief, packageId } = await organisation()
    const key = newId()
    await renew(chief, packageId, {}, key)
    const { status, error } = await renew(chief, packageId, { years: 3 }, key)
    expect([status, error.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    const sent = await chief.post('entity/smtp/test', { to: 'a@b.test' }, { 'idempotency-key': key })
    expect(sent.error.code).toBe('IDEMPOTENCY_KEY_REUSED')
  })

  test('of a call that was refused may be used again', async () => {
    const { chief, packageId } = await organisation()
    const key = newId()
    expect((await renew(chief, newId(), {}, key)).status).toBe(404)
    expect((await renew(chief, packageId, {}, key)).status).toBe(200)
  })

  test("is each caller's own", async () => {
    const one = await organisation()
    const other = await organisation()
    const key = newId()
    const first = await renew(one.chief, one.packageId, {}, key)
    const second = await renew(other.chief, other.packageId, {}, key)
    expect(second.status).toBe(200)
    expect(second.text).not.toBe(first.text)
  })

  test.each(['short', 'with space in it', 'x'.repeat(101), 'ключ-ключ'.normalize()])(
    '%j is none',
    async (key) => {
      const { chief, packageId } = await organisation()
      const sent = renew(chief, packageId, {}, Buffer.from(key, 'utf8').toString('latin1'))
      const { status, error } = await sent
      expect([status, error.code]).toEqual([422, 'INPUT_INVALID'])
      expect(await invoices(chief)).toBe(0)
    },
  )

  describe('of a guest', () => {
    let behind: App
    let at: Tenant
    beforeAll(async () => {
      behind = await app({ trustProxy: true })
      at = await freshTenant()
    })
    const askFrom = (ip: string, key: string, body: object) =>
      client(behind, at).post('auth/login/otp/request', body, {
        'idempotency-key': key,
        'x-forwarded-for': ip,
      })
    const body = () => ({ phone: newPhone(), channel: 'sms' })
    const replayed = ({ headers }: ApiAnswer) => headers.get('idempotent-replayed') === 'true'

    test('is answered alike when the same guest sends it again, from any address of the line', async () => {
      const [key, said] = [newId(), body()]
      const first = await askFrom('2001:db8:4:4::1', key, said)
      expect(first.result.pending).toMatch(/^[\w-]{43}$/)
      for (const ip of ['2001:db8:4:4::1', '2001:db8:4:4:5555::2']) {
        const again = await askFrom(ip, key, { channel: said.channel, phone: said.phone })
        expect([again.text, replayed(again)]).toEqual([first.text, true])
      }
    })

    test("is never answered by another guest's answer, nor refused because of their key", async () => {
      const [key, said] = ['order-0001', body()]
      const first = await askFrom('198.51.100.1', key, said)
      const stranger = await askFrom('198.51.100.2', key, said)
      expect(stranger.text).not.toContain(first.result.pending)
      expect([stranger.status, replayed(stranger)]).toEqual([401, false])
      for (const ip of ['198.51.100.1', '198.51.100.2']) {
        const other = await askFrom(ip, key, body())
        expect([other.status, replayed(other)]).toEqual([200, false])
      }
      expect((await askFrom('198.51.100.1', key, said)).text).toBe(first.text)
    })

    test('stands for another call at another organisation', async () => {
      const [key, said] = [newId(), body()]
      const first = await askFrom('198.51.100.7', key, said)
      const elsewhere = client(behind, await freshTenant())
      const second = await elsewhere.post('auth/login/otp/request', said, {
        'idempotency-key': key,
        'x-forwarded-for': '198.51.100.7',
      })
      expect([second.status, replayed(second)]).toEqual([200, false])
      expect(second.text).not.toContain(first.result.pending)
    })

    test('of twenty calls at once is done once', async () => {
      const [key, said] = [newId(), body()]
      const insist = async (): Promise<ApiAnswer> => {
        const told = await askFrom('198.51.100.9', key, said)
        return told.error?.code === 'IDEMPOTENCY_IN_PROGRESS' || told.status === 503 ? insist() : told
      }
      const answers = await Promise.all(Array.from({ length: 20 }, insist))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      const rows = await at.read((db) =>
        db.selectFrom('one_time_code').select('id').where('address', '=', said.phone).execute(),
      )
      expect(rows).toHaveLength(1)
    })
  })

  test('is kept sealed, and forgotten after a week', async () => {
    const { forgetOldKeys } = await import('#app/domain/core/idempotency.ts')
    const { chief, packageId, tenant } = await organisation()
    const key = newId()
    await renew(chief, packageId, {}, key)
    const rows = () =>
      platform(tenant, (trx) =>
        trx.selectFrom('platform.idempotency_key').selectAll().where('key', '=', key).execute(),
      )
    const [row] = await rows()
    expect(row!.answer).toMatch(/^v1\./)
    const age = (days: number) =>
      platform(tenant, (trx) =>
        trx
          .updateTable('platform.idempotency_key')
          .set({ claimed_at: new Date(Date.now() - days * 86_400_000) })
          .where('key', '=', key)
          .execute(),
      )
    await age(6.9)
    await platform(tenant, forgetOldKeys)
    expect(await rows()).toHaveLength(1)
    await age(7.1)
    expect(await platform(tenant, forgetOldKeys)).toBe(1)
    expect(await rows()).toEqual([])
  })
})
