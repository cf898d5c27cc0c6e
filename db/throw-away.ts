import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityOf, isAlive, type ProcessIdentity } from './embedded/identity.ts'
import { readPostmaster, stopPostmaster } from './embedded/postmaster.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'

const prefix = 'lunas-test-postgres-'

/** A Postgres for tests: empty, fast, and gone with its files when it stops; what crashed runs left is swept first. */
export async function startThrowAway(): Promise<EmbeddedPostgres> {
  await sweepThrowAway()
  const home = join(tmpdir(), `${prefix}${process.pid}-${Date.now().toString(36)}`)
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
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const home = join(tmpdir(), name)
    if (makerLives(home)) continue
    const folder = join(home, 'postgres')
    const left = readPostmaster(folder)
    if (left) await stopPostmaster(folder, left.pid)
    rmSync(home, { recursive: true, force: true })
  }
}

function makerLives(home: string): boolean {
  try {
    return isAlive(JSON.parse(readFileSync(join(home, 'maker.json'), 'utf8')) as ProcessIdentity)
  } catch {
    return false
  }
}
