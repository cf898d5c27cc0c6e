import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseForMany } from '#tests/support/database/database.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import { minute } from './schedule.ts'
import { openSchool, openTestPortal, type School, type TestPortal } from './test-support.ts'

let portal: TestPortal
beforeAll(async () => {
  await databaseForMany()
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** The same sequence for the same seed, so that a storm that finds something can be had again. */
function dice(seed: number) {
  let state = seed
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
  return { roll, oneOf: <T>(things: readonly T[]): T => things[roll(things.length)]! }
}

const kinds = ['http500', 'http503', 'http429', 'html403', 'html200', 'lost', 'lost', 'token'] as const
const endpoints = ['login', 'submit', 'submit', 'submission', 'details', 'search'] as const
/** From one look to the next: seconds, mostly, and sometimes longer than the portal remembers a request. */
const pauses = [1_000, 2_000, 5_000, 20_000, minute, 4 * minute, 11 * minute]

async function weather(school: School, seed: number): Promise<number> {
  const { roll, oneOf } = dice(seed)
  let queued = 0
  for (let round = 0; round < 25; round++) {
    if (roll(3) === 0) queued += (await school.queue(1 + roll(3))).length
    if (roll(2) === 0) {
      const order = { kind: oneOf(kinds), endpoint: oneOf(endpoints), times: 1 + roll(2) }
      await portal.control('trouble', { ...order, clientId: school.clientId })
    }
    await school.work()
    school.clock.advance(oneOf(pauses))
  }
  await portal.control('calm', {})
  await school.settle({ rounds: 200 })
  return queued
}

const storms = soaking ? 200 : 8

test(`${storms} storms: whatever the portal does wrong, each document is valid at it once in the end`, async () => {
  let [documents, all, requests] = [0, 0, 0]
  let school = await openSchool(portal)
  for (let seed = 1; seed <= storms; seed++) {
    const queued = await weather(school, seed)
    documents += queued
    all += queued
    const ours = await school.documents()
    const wrong = ours.filter(({ status }) => status !== 'valid')
    expect(
      wrong.map(({ number, status, faults }) => ({ number, status, faults })),
      `storm ${seed}`,
    ).toEqual([])
    const valid = (await school.atPortal()).filter(({ status }) => status === 'Valid')
    const key = ({ number, uuid }: { number: string; uuid: string | null }) => `${number} ${uuid}`
    expect(valid.map(key).sort(), `storm ${seed}`).toEqual(ours.map(key).sort())
    expect(ours).toHaveLength(documents)
    expect(await school.setting()).toMatchObject({ status: 'validated' })
    if (seed % 20 && seed < storms) continue
    requests += (await school.submissions()).length
    // Another organisation, so that the looks at all documents stay short.
    if (seed < storms) school = await openSchool(portal)
    documents = 0
  }
  figure(`e-invoices: ${storms} storms over ${all} documents in ${requests} requests, each valid once`)
})
