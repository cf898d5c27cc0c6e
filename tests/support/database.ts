import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { createPool } from '#db/pool.ts'
import { appUrlOf, asAdmin, databaseUrl, templateName } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the owner of the test server, for its database `postgres`. */
    adminUrl: string
  }
}

export interface TestDatabase {
  /** As its owner: migrations and provisioning. */
  ownerUrl: string
  /** As the application, which may do nothing before it takes on a role. */
  appUrl: string
  /** Connections of the application. */
  pool: pg.Pool
}

let opened: Promise<TestDatabase> | undefined
let count = 0

/**
 * The database of this test file: a copy of the migrated template, made at the first call and dropped after the file.
 * Nothing of another file is in it. Call it from a test or hook of the file.
 */
export function testDatabase(): Promise<TestDatabase> {
  opened ??= open()
  return opened
}

async function open(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${process.pid}_${count++}`
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${name} template ${templateName}`))
  const ownerUrl = databaseUrl(adminUrl, name)
  const appUrl = appUrlOf(ownerUrl)
  return { ownerUrl, appUrl, pool: createPool(appUrl, { max: 10 }) }
}

afterAll(async () => {
  const database = await opened
  opened = undefined
  if (!database) return
  await database.pool.end()
  const { pathname } = new URL(database.ownerUrl)
  await asAdmin(inject('adminUrl'), (admin) => admin.query(`drop database ${pathname.slice(1)} with (force)`))
})
