import { expect, test, vi } from 'vitest'
import { readEnvironment } from '#app/environment.ts'
import { EmbeddedPostgresError } from '#db/embedded/error.ts'
import type { EmbeddedPostgres, startEmbedded } from '#db/embedded.ts'
import { keepDatabase } from './keep-database.ts'

const environment = readEnvironment({})
const died = new EmbeddedPostgresError('Postgres could not start: the database system is starting up')

/** A server that ends at once, or one that runs on. */
const server = (ends: boolean) =>
  ({
    port: 5_999,
    ended: () => (ends ? Promise.resolve() : new Promise(() => {})),
    stop: async () => {},
  }) as unknown as EmbeddedPostgres

function keep(...tries: (Error | EmbeddedPostgres)[]) {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const started = { embedded: server(true) }
  const last = tries.at(-1)!
  const startAgain = vi.fn<typeof startEmbedded>(async () => {
    const next = tries.shift() ?? last
    if (next instanceof Error) throw next
    return next
  })
  const failed = new Promise<Error>((fail) => {
    const { signal } = new AbortController()
    void keepDatabase(started, environment, signal, fail, { startAgain, pauseMs: 0 })
  })
  return { started, startAgain, failed }
}

test('a database that is ended while it recovers is started again, on its port', async () => {
  const lasting = server(false)
  const { started, startAgain } = keep(died, died, lasting)
  await vi.waitFor(() => expect(started.embedded).toBe(lasting))
  expect(startAgain.mock.calls.map(([{ port }]) => port)).toEqual([5_999, 5_999, 5_999])
})

test('one that cannot start is given up after some tries, with what it said', async () => {
  const { startAgain, failed } = keep(died)
  expect(await failed).toBe(died)
  expect(startAgain).toHaveBeenCalledTimes(5)
})

test('one that ends again and again is given up', async () => {
  const { startAgain, failed } = keep(server(true))
  expect((await failed).message).toMatch(/^The database keeps ending; .*postgres\.log says why\.$/)
  expect(startAgain).toHaveBeenCalledTimes(5)
})
