import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { databaseForMany } from '#tests/support/database/database.ts'
import { hour, minute } from './schedule.ts'
import { openSchool, openTestPortal, type School, type TestPortal } from './test-support.ts'

let portal: TestPortal
beforeAll(async () => {
  await databaseForMany()
  portal = await openTestPortal()
})
afterEach(async () => {
  portal.before = undefined
  portal.after = undefined
  await portal.control('calm', {})
})
afterAll(() => portal.close())

const second = 1_000

/** What goes wrong with the next requests of this school to submit. */
const trouble = ({ clientId }: School, kind: string, times = 1) =>
  portal.control('trouble', { kind, endpoint: 'submit', times, clientId })

/** Calls of a school since it was opened, by their kind: the portal's journal has those of all. */
async function counted(school: School) {
  const calls = await school.calls()
  const of = (word: string) => calls.filter(({ path }) => path.includes(word)).length
  return {
    submits: of('documentsubmissions/') - of('documentsubmissions/0'),
    searches: of('documents/search'),
  }
}

/** Requests that reached the portal, with their bytes, in order. */
function watchSubmits(): string[] {
  const bodies: string[] = []
  portal.before = async (request) => {
    if (request.method === 'POST' && request.url.includes('/documentsubmissions'))
      bodies.push(await request.text())
    return undefined
  }
  return bodies
}

/** None twice at the portal, each document of ours one of its. */
async function expectOneEach(school: School, count: number) {
  const there = await school.atPortal()
  const valid = there.filter(({ status }) => status === 'Valid')
  expect(valid).toHaveLength(count)
  expect(new Set(valid.map(({ number }) => number)).size).toBe(count)
  const ours = await school.documents()
  expect(ours.map(({ uuid }) => uuid).sort()).toEqual(valid.map(({ uuid }) => uuid).sort())
  expect(ours.every(({ status }) => status === 'valid')).toBe(true)
}

test('an answer that is lost: the same bytes leave once more, the portal has them (422), and the first uuid is adopted', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'lost')
  const bodies = watchSubmits()
  const rows = await school.queue(3)
  await school.work()
  expect((await school.documents()).map(({ status }) => status)).toEqual(['sending', 'sending', 'sending'])
  expect(await school.submissions()).toMatchObject([{ state: 'unknown', sends: 1, submission_uid: null }])
  const { uuid } = (await school.atPortal())[0]!
  await school.settle()
  await expectOneEach(school, 3)
  expect((await school.documents())[0]!.uuid).toBe(uuid)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).toBe(bodies[0])
  expect(await school.events(rows[0]!.id)).toEqual(['stored', 'resent', 'adopted', 'valid'])
  expect(await school.submissions()).toMatchObject([{ state: 'closed', sends: 2 }])
})

test('the same eleven minutes later: it is searched first, and no second request is made', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'lost')
  const bodies = watchSubmits()
  await school.queue(3)
  await school.work()
  school.clock.advance(11 * minute)
  const before = (await counted(school)).searches
  await school.settle()
  await expectOneEach(school, 3)
  expect(bodies).toHaveLength(1)
  expect((await counted(school)).searches).toBe(before + 1)
})

test('a request that never arrived leaves again within ten minutes with the same bytes', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'http500', 2)
  const bodies = watchSubmits()
  await school.queue(2)
  await school.settle()
  await expectOneEach(school, 2)
  expect(bodies).toHaveLength(3)
  expect(new Set(bodies).size).toBe(1)
  const attempts = await school.attempts()
  expect(attempts.map(({ outcome }) => outcome)).toEqual(['valid', 'valid'])
})

test('one that never arrived and is found missing later gets a new time, once that is proven', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'http503')
  const bodies = watchSubmits()
  const rows = await school.queue(2)
  await school.work()
  const { issued_at: first } = await school.document(rows[0]!.id)
  school.clock.advance(11 * minute)
  await school.settle()
  await expectOneEach(school, 2)
  const document = await school.document(rows[0]!.id)
  expect(document.issued_at!.getTime() - first!.getTime()).toBeGreaterThan(10 * minute)
  expect(bodies).toHaveLength(2)
  expect(bodies[1]).not.toBe(bodies[0])
  expect(await school.events(rows[0]!.id)).toEqual(['stored', 'returned', 'stored', 'accepted', 'valid'])
  expect((await school.attempts()).map(({ outcome }) => outcome).sort()).toEqual(
    ['lost', 'lost', 'valid', 'valid'].sort(),
  )
  expect(await school.submissions()).toMatchObject([{ state: 'refused' }, { state: 'closed' }])
})

const isSearch = (request: Request) => request.url.includes('/documents/search')

test('found on the second page of a search, it is adopted; no page is a proof before the last one', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'lost')
  await school.queue(1)
  await school.work()
  school.clock.advance(11 * minute)
  const pages: string[] = []
  portal.before = async (request) => {
    const url = new URL(request.url)
    if (!isSearch(request) || url.searchParams.has('again')) return undefined
    const page = url.searchParams.get('pageNo')!
    pages.push(page)
    if (page === '1') return Response.json({ result: [], metadata: { totalPages: 2, totalCount: 101 } })
    url.searchParams.set('pageNo', '1')
    url.searchParams.set('again', 'yes')
    return fetch(url, { headers: { authorization: request.headers.get('authorization')! } }).then(
      async (answer) => Response.json({ ...((await answer.json()) as object), metadata: { totalPages: 2 } }),
    )
  }
  await school.settle()
  expect(pages).toEqual(['1', '2'])
  await expectOneEach(school, 1)
})

test('the same bytes are refused when they leave again: that says nothing of the first time, so they are searched for', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'lost')
  const [row] = await school.queue(1)
  await school.work()
  portal.before = async (request) => {
    if (request.method !== 'POST' || !request.url.includes('/documentsubmissions')) return undefined
    portal.before = undefined
    return Response.json({ error: { code: 'BadStructure', message: 'Not today' } }, { status: 400 })
  }
  await school.settle()
  expect(await school.events(row!.id)).toEqual(['stored', 'resent', 'adopted', 'valid'])
  await expectOneEach(school, 1)
})

test('what the portal has had and refused document by document is sent again after an hour, and fails by itself then', async () => {
  const school = await openSchool(portal)
  const [row] = await school.queue(1)
  const details = [
    {
      code: 'CF410',
      message: 'Phone number is not valid',
      target: 'x',
      propertyPath: 'Contact',
      details: null,
    },
  ]
  const error = { code: null, message: 'Validation Error', target: row!.number, propertyPath: null, details }
  const rejectedDocuments = [{ invoiceCodeNumber: row!.number, error }]
  const again = { error: { code: 'DuplicateSubmission', message: 'again' } }
  let times = 0
  portal.before = async (request) => {
    if (request.method !== 'POST' || !request.url.includes('/documentsubmissions')) return undefined
    // The first answer is lost, and the second says that there was a first.
    if (++times === 1) return Response.error()
    if (times === 2) return Response.json(again, { status: 422 })
    return Response.json({ submissionUid: null, acceptedDocuments: [], rejectedDocuments }, { status: 202 })
  }
  const began = school.clock.ms
  await school.settle()
  expect(school.clock.ms - began).toBeGreaterThanOrEqual(hour)
  expect(await school.document(row!.id)).toMatchObject({ status: 'failed', faults: [{ code: 'CF410' }] })
  expect(await school.events(row!.id)).toEqual(['stored', 'resent', 'returned', 'stored', 'refused'])
})

test('a process that slept for an hour before it sent anything sends nothing more', async () => {
  const school = await openSchool(portal)
  const bodies = watchSubmits()
  await school.queue(1)
  await school.submit()
  const { id } = (await school.submissions())[0]!
  // It wakes up between its note that the bytes leave and their leaving.
  const sleepy = { sleep: async () => {}, elapsedMs: () => school.clock.ms }
  const { write } = school.tools
  let asleep = false
  const woken = await school.follow(id, {
    ...sleepy,
    write: async (work) => {
      const result = await write(work)
      const [request] = await school.submissions()
      if (request!.state === 'unknown' && !asleep) {
        asleep = true
        school.clock.advance(10 * minute)
      }
      return result
    },
  })
  expect(woken).toMatchObject({ kind: 'later' })
  expect(bodies).toEqual([])
  expect(await school.submissions()).toMatchObject([{ state: 'stored', sends: 0, first_sent_at: null }])
  await school.settle()
  await expectOneEach(school, 1)
})

test('a search that does not show yet what has arrived is no proof: nothing gets a new time within the ten minutes', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'lost')
  const [row] = await school.queue(1)
  let searches = 0
  portal.after = async (request, response) =>
    isSearch(request) && ++searches === 1
      ? Response.json({ result: [], metadata: { totalPages: 1, totalCount: 0 } })
      : response
  await school.settle()
  expect(searches).toBe(2)
  expect(await school.events(row!.id)).toEqual(['stored', 'resent', 'adopted', 'valid'])
  await expectOneEach(school, 1)
})

test('a search without an answer proves nothing: nothing leaves again before one says that it is missing', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'lost')
  const bodies = watchSubmits()
  await school.queue(1)
  await school.work()
  school.clock.advance(20 * minute)
  await portal.control('trouble', {
    kind: 'html403',
    endpoint: 'search',
    times: 3,
    clientId: school.clientId,
  })
  for (let n = 0; n < 3; n++) {
    await school.work()
    expect(await school.documents()).toMatchObject([{ status: 'sending' }])
    school.clock.advance(6 * minute)
  }
  await school.settle()
  await expectOneEach(school, 1)
  expect(bodies).toHaveLength(1)
})

test('a request that the portal took in part: what it did not take is queued again, with its own fault', async () => {
  const school = await openSchool(portal)
  const rows = await school.queue(3)
  // The answer is lost, and the portal refused one of the three at once.
  portal.before = async (request) => {
    if (request.method !== 'POST' || !request.url.includes('/documentsubmissions')) return undefined
    portal.before = undefined
    const { documents } = (await request.json()) as {
      documents: { codeNumber: string; documentHash: string }[]
    }
    documents[1]!.documentHash = 'f'.repeat(64)
    await fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: JSON.stringify({ documents }),
    })
    return Response.error()
  }
  await school.work()
  expect(await school.atPortal()).toHaveLength(2)
  school.clock.advance(11 * minute)
  await school.settle()
  await expectOneEach(school, 3)
  expect(await school.events(rows[1]!.id)).toEqual(['stored', 'returned', 'stored', 'accepted', 'valid'])
  expect(await school.events(rows[0]!.id)).toEqual(['stored', 'adopted', 'valid'])
})

test('bytes that arrived twice after all: the first document counts, and nothing is to be sent again', async () => {
  const school = await openSchool(portal)
  const [row] = await school.queue(1)
  // The portal does not recognise the second request: the first one came to it written otherwise, and its answer was lost.
  portal.before = async (request) => {
    if (request.method !== 'POST' || !request.url.includes('/documentsubmissions')) return undefined
    portal.before = undefined
    const headers = {
      authorization: request.headers.get('authorization')!,
      'content-type': 'application/json',
    }
    const body = JSON.stringify(await request.json(), null, 1)
    await fetch(request.url, { method: 'POST', headers, body })
    return Response.error()
  }
  await school.settle()
  const there = await school.atPortal()
  expect(there.map(({ status }) => status).sort()).toEqual(['Invalid', 'Valid'])
  expect(await school.document(row!.id)).toMatchObject({
    ...{ status: 'valid', faults: [], attempts: 1 },
    uuid: there.find(({ status }) => status === 'Valid')!.uuid,
  })
})

test('maintenance in HTML with 403 says nothing: the documents stay on their way, and leave when it is over', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'html403', 3)
  await school.queue(2)
  await school.work()
  expect((await school.documents()).map(({ status, faults }) => [status, faults])).toEqual([
    ['sending', []],
    ['sending', []],
  ])
  expect((await school.setting()).status).toBe('validated')
  await school.settle()
  await expectOneEach(school, 2)
})

test('a success that is a page, and a time-out, are no answers either', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'html200')
  await trouble(school, 'timeout')
  await school.queue(1)
  await school.work()
  school.clock.advance(minute)
  await school.work({ timeoutMs: 100 })
  expect(await school.submissions()).toMatchObject([{ state: 'unknown', sends: 2 }])
  await school.settle()
  await expectOneEach(school, 1)
})

test('while a request is not answered no further one is made', async () => {
  const school = await openSchool(portal)
  await trouble(school, 'http503', 2)
  await school.queue(1)
  await school.work()
  await school.queue(1)
  await school.submit()
  expect(await school.submissions()).toHaveLength(1)
  await school.settle()
  await expectOneEach(school, 2)
})

test('a token that dies in the middle is renewed once, and the request leaves', async () => {
  const school = await openSchool(portal)
  await school.queue(1)
  await school.settle()
  await portal.control('kill_tokens', { clientId: school.clientId })
  school.clock.advance(second)
  const bodies = watchSubmits()
  await school.queue(1)
  await school.settle()
  await expectOneEach(school, 2)
  expect(bodies).toHaveLength(2)
  expect(bodies[0]).toBe(bodies[1])
})

describe('a process that dies', () => {
  class Death extends Error {}

  /** A machine that dies at one of its transactions: before it, in it (rolled back), or after it was committed. */
  function dying(school: School, at: number, where: 'before' | 'inside' | 'after') {
    let count = 0
    const write: typeof school.tools.write = async (work) => {
      if (++count !== at) return school.tools.write(work)
      if (where === 'before') throw new Death()
      if (where === 'inside')
        return school.tools.write(async (trx) => {
          await work(trx)
          throw new Death()
        })
      await school.tools.write(work)
      throw new Death()
    }
    return { write, reached: () => count >= at }
  }

  /** How often the machine writes for one request from its queue to its end. */
  const steps = 24

  test.each(['before', 'inside', 'after'] as const)(
    'at any of its steps (%s it), and is followed by another after a minute or after eleven: nothing is lost or twice',
    async (where) => {
      const school = await openSchool(portal)
      let [queued, deaths] = [0, 0]
      for (let at = 1; at <= steps; at++) {
        await school.queue(2)
        queued += 2
        const machine = dying(school, at, where)
        // A login is a step of its own: each life begins without a token.
        await portal.control('kill_tokens', { clientId: school.clientId })
        await school.settle({ changed: { write: machine.write } }).catch((error) => {
          if (!(error instanceof Death)) throw error
        })
        school.clock.advance(at % 2 ? 11 * minute : 3 * minute)
        await school.settle()
        if (!machine.reached()) break
        deaths++
      }
      expect(deaths).toBeGreaterThan(10)
      await expectOneEach(school, queued)
      expect(
        (await school.submissions()).every(({ state }) => state === 'closed' || state === 'refused'),
      ).toBe(true)
    },
  )

  test('after the request left and before its answer was stored, with the answer lost: searched for, and adopted', async () => {
    const school = await openSchool(portal)
    await school.queue(1)
    let sent = false
    portal.after = async (request, response) => {
      if (request.method === 'POST' && request.url.includes('/documentsubmissions')) sent = true
      return response
    }
    const write: typeof school.tools.write = async (work) => {
      if (sent) throw new Death()
      return school.tools.write(work)
    }
    await expect(school.settle({ changed: { write } })).rejects.toThrow(Death)
    expect(await school.submissions()).toMatchObject([{ state: 'unknown', sends: 1 }])
    school.clock.advance(hour)
    const bodies = watchSubmits()
    await school.settle()
    expect(bodies).toEqual([])
    await expectOneEach(school, 1)
  })
})
