import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freshTenant, type Tenant } from '#tests/support/database/tenant.ts'
import {
  askForCode,
  comeByCode,
  type From,
  forgetCounts,
  giveCode,
  letPass,
  newPhone,
  phoneOwner,
} from '#tests/support/people/codes.ts'
import '#tests/support/product/matchers.ts'
import { codeLife, codesPerAddress, guessedPerDay, wrongCodesPerHour } from './one-time-code.ts'

let tenant: Tenant
beforeAll(async () => {
  tenant = await freshTenant()
})
beforeEach(() => forgetCounts(tenant))

const ask = (phone: string, { at = tenant, ip }: From = {}) => askForCode(at, phone, ip)
const come = (pending: string | undefined, code: string, { at = tenant, ip }: From = {}) =>
  comeByCode(at, pending, code, ip)
const given = (phone: string, code?: string, at = tenant) => at.write((trx) => giveCode(trx, phone, code))

describe('S8: guessing', () => {
  test('one account from many addresses: ten codes and fifty tries a day, whoever asks', async () => {
    const { phone } = await phoneOwner(tenant)
    let codes = 0
    let looked = 0
    let requests = 0
    let guesses = 0
    for (let minute = 0; minute < 24 * 60; minute += 6) {
      requests += 1
      const ip = `198.51.${minute >> 8}.${minute & 255}`
      const pending = await ask(phone, { ip }).catch(() => undefined)
      await letPass(tenant, 360)
      if (!pending) continue
      codes += 1
      await given(phone)
      for (let n = 0; n < codeLife.tries + 3; n++) {
        guesses += 1
        const guess = String(minute * 10 + n).padStart(6, '0')
        await expect(come(pending, guess, { ip: `203.0.113.${n}` })).toRefuse('auth.otp_invalid')
      }
      const { tries } = await tenant.read((db) =>
        db
          .selectFrom('one_time_code')
          .select('tries')
          .where('address', '=', phone)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow(),
      )
      looked += tries
    }
    expect(codes).toBe(codesPerAddress[2].points)
    expect(looked).toBe(codes * codeLife.tries)
    expect(guessedPerDay).toBeLessThanOrEqual(50e-6)
    expect(looked / 1e6).toBeLessThanOrEqual(50e-6)
    process.stderr.write(
      `S8: ${requests} requests in a day for one account, each from another address, gave ${codes} codes; of ${guesses} ` +
        `guesses ${looked} were looked at: chance ${(looked / 1e6).toExponential()}, however many are sent\n`,
    )
  })

  test('all accounts: the organisation stops giving out codes, and looking at them', async () => {
    const spray = await freshTenant()
    await spray.write((trx) =>
      trx
        .insertInto('platform.rate_limit')
        .values({
          key: 'code:place',
          points: 595,
          expire: sql<number>`(extract(epoch from now()) * 1000)::bigint + 3600000`,
        })
        .execute(),
    )
    let given = 0
    for (let n = 0; n < 20; n++)
      given += await ask(newPhone(), { at: spray, ip: `198.51.100.${n}` }).then(
        () => 1,
        () => 0,
      )
    expect(given).toBe(5)

    const { phone } = await phoneOwner(spray)
    await forgetCounts(spray)
    const pending = await ask(phone, { at: spray })
    await spray.write((trx) => giveCode(trx, phone))
    let looked = 0
    for (let n = 0; n < 10_000; n++) {
      const result = await come(`${n}`.padStart(43, 'x'), '000000', {
        at: spray,
        ip: `10.${n >> 8}.${n & 255}.1`,
      }).catch((error: { code: string }) => error.code)
      if (result === 'too_many_requests') break
      looked += 1
    }
    expect(looked).toBe(wrongCodesPerHour.place)
    await expect(come(pending, '271828', { at: spray })).toRefuse('too_many_requests')
    expect((await phoneOwner(tenant)).id).toBeTruthy()
    process.stderr.write(
      `S8: spraying 10,000 accounts of one organisation ends after ${looked} wrong codes in an hour\n`,
    )
  })

  test('a number gets three codes in ten minutes, five an hour, ten a day', async () => {
    const phone = newPhone()
    const answers: string[] = []
    const more = async (times: number, seconds: number) => {
      let taken = 0
      for (let n = 0; n < times; n++) {
        const answer = await ask(phone, { ip: `192.0.2.${n}` }).then(
          () => 'taken',
          (error: { code: string }) => error.code,
        )
        answers.push(answer)
        if (answer === 'taken') taken += 1
        await letPass(tenant, seconds)
      }
      return taken
    }
    expect(await more(5, 61)).toBe(3)
    await letPass(tenant, 400)
    expect(await more(5, 61)).toBe(2)
    await letPass(tenant, 3_600)
    expect(await more(30, 720)).toBe(5)
    expect(new Set(answers)).toEqual(new Set(['taken', 'too_many_requests']))
  })

  test('many requests for one number at once are one', async () => {
    const phone = newPhone()
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => ask(phone)))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
