import type { TestProject } from 'vitest/node'
import { startThrowAway } from '#db/throw-away.ts'
import { makeTemplate } from './template.ts'

interface Shared {
  users: number
  server: Promise<{ adminUrl: string; stop(): Promise<void> }>
}

const key = Symbol.for('lunas.test-postgres')
const global = globalThis as { [key]?: Shared }

/** One Postgres for all database and http tests of a run; the projects that need it share it and the last one stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  global[key] ??= { users: 0, server: start() }
  const shared = global[key]
  shared.users++
  const { adminUrl, stop } = await shared.server
  project.provide('adminUrl', adminUrl)
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
    await makeTemplate(adminUrl)
  } catch (error) {
    await server.stop()
    throw error
  }
  return { adminUrl, stop: () => server.stop() }
}
