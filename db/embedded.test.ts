import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isPostmasterOf, stopPostmaster } from './embedded/postmaster.ts'
import { type EmbeddedPostgres, runningEmbedded, startEmbedded } from './embedded.ts'

/** Whatever a shell would make of the name: nothing on the way to the server may be a shell. */
const home = mkdtempSync(join(tmpdir(), `lunas-embedded it's "$HOME" `))
const asRoot = process.getuid?.() === 0
afterAll(() => rmSync(home, { recursive: true }))

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

describe('a cluster', () => {
  const folder = join(home, 'data', 'postgres')
  let server: EmbeddedPostgres
  const start = async () => {
    server = await startEmbedded({ folder, forgetful: true })
    return server
  }
  beforeAll(start, 30_000)
  afterEach(start)
  afterAll(() => server.stop())

  test('speaks UTF-8 and UTC, sorts by code point, listens on this machine alone', async () => {
    const url = server.ownerUrl()
    expect(await ask(url, 'show server_encoding')).toBe('UTF8')
    expect(await ask(url, 'show timezone')).toBe('UTC')
    expect(await ask(url, 'show listen_addresses')).toBe('127.0.0.1')
    expect(await ask(url, `select upper('ñ') || ('a' > 'B')`)).toBe('Ñtrue')
  })

  test('lets nobody in without its password, which only its owner can read', async () => {
    const url = new URL(server.ownerUrl())
    const file = join(folder, 'owner-password')
    expect(readFileSync(file, 'utf8')).toBe(url.password)
    expect(url.password).toMatch(/^[\w-]{43}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    url.password = 'postgres'
    await expect(ask(url.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  })

  test('goes on with its data, on another port if need be', async () => {
    await ask(server.ownerUrl(), 'create table kept as select 42 as answer')
    await server.stop()
    expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false)
    expect(await ask((await start()).ownerUrl(), 'select answer from kept')).toBe(42)
  })

  test('is adopted when it still runs, as after the supervisor was killed', async () => {
    const again = await startEmbedded({ folder, forgetful: true })
    expect(again).toMatchObject({ pid: server.pid, adopted: true, port: server.port })
    const ended = again.ended()
    await again.stop()
    await ended
    expect(isPostmasterOf(folder, server.pid)).toBe(false)
  })

  test('recovers when it was killed itself', async () => {
    await ask(server.ownerUrl(), 'create table survivor as select 7 as answer')
    await ask(server.ownerUrl(), 'checkpoint')
    const ended = server.ended()
    process.kill(server.pid, 'SIGKILL')
    await ended
    expect(existsSync(join(folder, 'postmaster.pid'))).toBe(true)
    expect(await ask((await start()).ownerUrl(), 'select answer from survivor')).toBe(7)
    expect(server.adopted).toBe(false)
  })

  test('is not kept from starting by a lock file whose number went to another process', async () => {
    await server.stop()
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    writeFileSync(join(folder, 'postmaster.pid'), `${stranger.pid}\n${folder}\n1\n5432\n\n\n\nready\n`)
    await start()
    expect(server.adopted).toBe(false)
    expect(stranger.exitCode).toBeNull()
    const ended = once(stranger, 'exit')
    stranger.kill()
    await ended
  })

  test('is found by a command that works beside it', async () => {
    expect(await runningEmbedded(folder)).toMatchObject({ pid: server.pid })
    await server.stop()
    expect(await runningEmbedded(folder)).toBeUndefined()
    expect(await runningEmbedded(join(home, 'nowhere'))).toBeUndefined()
  })

  test('says so when the port that it must have is taken', async () => {
    await server.stop()
    const rival = await new Promise<Server>((resolve) => {
      const listening = createServer().listen(0, '127.0.0.1', () => resolve(listening))
    })
    const { port } = rival.address() as { port: number }
    await expect(startEmbedded({ folder, forgetful: true, port })).rejects.toThrow(
      /^Postgres could not start: /,
    )
    await new Promise((done) => rival.close(done))
  })
})

describe('what it cannot use', () => {
  const made = (name: string) => {
    const folder = join(home, name)
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const refusal = (folder: string) =>
    startEmbedded({ folder, forgetful: true }).then(
      () => 'started',
      (error: Error) => `${error.name}: ${error.message}`,
    )

  test('a cluster of another major version', async () => {
    const folder = made('older')
    writeFileSync(join(folder, 'PG_VERSION'), '17\n')
    expect(await refusal(folder)).toBe(
      `EmbeddedPostgresError: The database in ${folder} was made by Postgres 17 and this release brings Postgres 18: move the folder away to start afresh, or set DATABASE_URL to a Postgres 17.`,
    )
  })

  test('a folder with other things in it', async () => {
    const folder = made('photos')
    writeFileSync(join(folder, 'beach.jpg'), '')
    expect(await refusal(folder)).toContain(`${folder} holds files but no database: move it away`)
  })

  test('a cluster of another user', async () => {
    const folder = made('theirs')
    writeFileSync(join(folder, 'PG_VERSION'), '18\n')
    vi.spyOn(process, 'getuid').mockReturnValue(54_321)
    expect(await refusal(folder)).toContain(
      `The database in ${folder} belongs to another user of this machine`,
    )
  })

  test('a folder that cannot be made', async () => {
    writeFileSync(join(home, 'file'), '')
    expect(await refusal(join(home, 'file', 'postgres'))).toBe(
      `EmbeddedPostgresError: The data folder ${join(home, 'file')} is not a folder: set DATA_DIR to another folder, or set DATABASE_URL to a Postgres of your own.`,
    )
  })
})

describe('root', () => {
  test.skipIf(!asRoot)('runs it as somebody else, also in a folder that only root may enter', async () => {
    const closed = join(home, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const folder = join(closed, 'postgres')
    const server = await startEmbedded({ folder, forgetful: true })
    try {
      expect(statSync(folder).uid).not.toBe(0)
      expect(statSync(`/proc/${server.pid}`).uid).toBe(statSync(folder).uid)
      expect(await ask(server.ownerUrl(), 'select 1')).toBe(1)
    } finally {
      await server.stop()
    }
  })
})

test('an interrupted creation leaves nothing behind', async () => {
  const folder = join(home, 'interrupted', 'postgres')
  mkdirSync(`${folder}.making-1`, { recursive: true })
  writeFileSync(`${folder}.making-1/PG_VERSION`, '18')
  const server = await startEmbedded({ folder, forgetful: true })
  await stopPostmaster(folder, server.pid)
  expect(existsSync(`${folder}.making-1`)).toBe(false)
})
