import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityOf, isAlive, type ProcessIdentity } from './embedded/identity.ts'
import { readPostmaster, stopPostmaster } from './embedded/postmaster.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'

const prefix = 'lunas-test-postgres-'

/** A file system that is nothing but memory, where Linux has one. */
const memory = '/dev/shm'
/** Bytes that must be free there: a run of the tests needs less than one GiB at a time. */
const enough = 2 * 2 ** 30

/**
 * A Postgres for tests: empty, fast, and gone with its files when it stops; what crashed runs left is swept first. It is
 * kept in memory where there is room, since the copies of databases that tests ask for are thousands of small files;
 * `disk` is for what measures or grows large.
 */
export async function startThrowAway(kept: 'memory' | 'disk' = 'memory'): Promise<EmbeddedPostgres> {
  await sweepThrowAway()
  const home = join(
    kept === 'memory' && hasRoom(memory) ? memory : tmpdir(),
    `${prefix}${process.pid}-${Date.now().toString(36)}`,
  )
  mkdirSync(home, { mode: 0o755 })
  writeFileSync(join(home, 'maker.json'), JSON.stringify(identityOf(process.pid)))
  const server = await startEmbedded({ folder: join(home, 'postgres'), forgetful: true })
  return {
    ...server,
    async stop(ms) {
      await server.stop(ms)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Ends and removes what test runs left behind that did not come to their end. */
export async function sweepThrowAway(): Promise<void> {
  for (const home of homes()) {
    if (makerLives(home)) continue
    const folder = join(home, 'postgres')
    const left = readPostmaster(folder)
    if (left) await stopPostmaster(folder, left.pid)
    rmSync(home, { recursive: true, force: true })
  }
}

function homes(): string[] {
  return [tmpdir(), memory].flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder)
          .filter((entry) => entry.startsWith(prefix))
          .map((name) => join(folder, name))
      : [],
  )
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= enough
  } catch {
    return false
  }
}

function makerLives(home: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(join(home, 'maker.json'), 'utf8')) as ProcessIdentity)
  } catch {
    return false
  }
}
