import type { TestProject } from 'vitest/node'
import { startThrowAway } from '#db/throw-away.ts'
import { asAdmin, makeTemplate, type ReadyPlace } from '#tests/support/database/template.ts'
import { soaking } from './soak.ts'

interface Shared {
  users: number
  server: Promise<{ adminUrl: string; ready: ReadyPlace[]; stop(): Promise<void> }>
}

const key = Symbol.for('lunas.test-postgres')
const global = globalThis as { [key]?: Shared }

/** One Postgres for all database and http tests of a run; the projects that need it share it and the last one stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  global[key] ??= { users: 0, server: start() }
  const shared = global[key]
  shared.users++
  const { adminUrl, ready, stop } = await shared.server
  project.provide('adminUrl', adminUrl)
  project.provide('ready', ready)
  return async () => {
    if (--shared.users > 0) return
    delete global[key]
    await stop()
  }
}

async function start() {
  const server = await startThrowAway()
  const adminUrl = server.ownerUrl('postgres')
  try {
    if (!soaking) await withoutAutovacuum(adminUrl)
    const ready = await makeTemplate(adminUrl)
    return { adminUrl, ready, stop: () => server.stop() }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** What lives for seconds needs no vacuum, which would cost a seventh of the server's time; a soak lives for long. */
function withoutAutovacuum(adminUrl: string): Promise<void> {
  return asAdmin(adminUrl, async (admin) => {
    await admin.query('alter system set autovacuum = off')
    await admin.query('select pg_reload_conf()')
  })
}
