import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { databaseForMany } from '#tests/support/database/database.ts'
import { startWorkerProcess } from '#tests/support/jobs/worker-process.ts'
import { figure } from '#tests/support/run/figure.ts'
import { soaking } from '#tests/support/run/soak.ts'
import type { MachineTask } from './machine.fixture.ts'
import { minute } from './schedule.ts'
import { openSchool, openTestPortal, runningClock, type School, type TestPortal } from './test-support.ts'

/** Real processes that send e-invoices, killed while they do. */
const clock = runningClock()
let portal: TestPortal
let dataDir: string
beforeAll(async () => {
  await databaseForMany()
  dataDir = await mkdtemp(join(tmpdir(), 'einvoices-'))
  portal = await openTestPortal({ switches: { limited: false, validateAfterMs: 300 } }, clock)
  // It takes its time before it does something and before it says so, so that a death may come in between.
  portal.before = async () => {
    await sleep(Math.random() * 150)
    return undefined
  }
  portal.after = async (_request, response) => {
    await sleep(Math.random() * 150)
    return response
  }
})
afterAll(async () => {
  await portal.close()
  await rm(dataDir, { recursive: true })
})

const patience = { timeout: 300_000, interval: 20 }
const kills = soaking ? 30 : 2
const requests = soaking ? 300 : 2
const organisations = soaking ? 10 : 4

async function startMachine(schools: readonly School[]) {
  const machine = await startWorkerProcess({
    ...{ dataDir, smtpPort: 1, fixture: 'app/domain/einvoice/submissions/machine.fixture.ts' },
  })
  const begun = new Promise((resolve) => machine.child.once('message', resolve))
  const task: MachineTask = {
    ...{ places: schools.map(({ tenant }) => tenant.place), url: portal.url, offset: clock.offset },
  }
  machine.child.send(task)
  await begun
  return machine
}

const documentsOf = async (schools: readonly School[]) =>
  (await Promise.all(schools.map((school) => school.documents()))).flat()

const requestsOf = async (schools: readonly School[]) =>
  (await Promise.all(schools.map((school) => school.submissions()))).flat()

test(`kill -9, ${kills} of them in ${requests} requests: no document is at the portal twice, and none is lost`, async () => {
  const schools = await Promise.all(Array.from({ length: organisations }, () => openSchool(portal)))
  let [killed, queued, late] = [0, 0, 0]
  while (killed < kills || (await requestsOf(schools)).length < requests) {
    const dying = await startMachine(schools)
    const before = (await requestsOf(schools)).length
    const queueOne = async () => {
      await Promise.all(schools.map((school) => school.queue(1)))
      queued += schools.length
    }
    await queueOne()
    await vi.waitFor(async () => expect((await requestsOf(schools)).length).toBeGreaterThan(before), patience)
    // One by one, so that many requests leave.
    for (const end = Date.now() + Math.random() * (soaking ? 3_000 : 500); Date.now() < end; await sleep(100))
      await queueOne()
    dying.child.kill('SIGKILL')
    await dying.ended
    killed++
    if (killed % 3 !== 2) clock.advance(3 * minute)
    else {
      late += (await requestsOf(schools)).filter(({ state }) => state === 'unknown').length
      clock.advance(11 * minute)
    }
  }
  const machine = await startMachine(schools)
  await vi.waitFor(
    async () => {
      const open = (await documentsOf(schools)).filter(({ status }) => status !== 'valid')
      expect(open.map(({ status, faults }) => ({ status, faults }))).toEqual([])
    },
    { ...patience, interval: 250 },
  )
  machine.child.kill('SIGKILL')
  await machine.ended

  const there = (await Promise.all(schools.map((school) => school.atPortal()))).flat()
  const valid = there.filter(({ status }) => status === 'Valid')
  expect(valid).toHaveLength(queued)
  const key = ({ number, uuid }: { number: string; uuid: string | null }) => `${number} ${uuid}`
  expect(valid.map(key).sort()).toEqual((await documentsOf(schools)).map(key).sort())
  const made = await requestsOf(schools)
  expect(made.every(({ state }) => state === 'closed' || state === 'refused')).toBe(true)
  figure(
    `R11: ${killed} kills in ${made.length} requests of ${queued} e-invoices, ${late} of them recovered after more than ten ` +
      'minutes: none at the portal twice, none lost',
  )
})
