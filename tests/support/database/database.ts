import type pg from 'pg'
import { inject } from 'vitest'
import { createPool, type PoolOptions } from '#db/pool.ts'
import { afterFile } from '#tests/support/run/after-file.ts'
import {
  appUrlOf,
  asAdmin,
  databaseUrl,
  furtherTemplate,
  makePlaces,
  type ReadyPlace,
  templateName,
} from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the owner of the test server, for its database `postgres`. */
    adminUrl: string
    /** What the template has ready for organisations. */
    ready: ReadyPlace[]
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

/** The database of a test file, with the places of the template that no organisation has taken yet. */
export type OwnDatabase = TestDatabase & { ready: ReadyPlace[] }

/** A machine that is busy for a second is no outage; tests of outages say themselves how long they wait. */
export const patientPool = (url: string, options: PoolOptions): pg.Pool =>
  createPool(url, { waitMs: 60_000, ...options })

let opened: Promise<OwnDatabase> | undefined
let count = 0

/**
 * The database of this test file: a copy of the migrated template, made at the first call and dropped after the file.
 * Nothing of another file is in it. Call it from a test or hook of the file.
 */
export function testDatabase(): Promise<OwnDatabase> {
  opened ??= copyOf(templateName)
  return opened
}

/** How many organisations are ready in the database of a file that makes many of them. */
const many = 16

/**
 * The same, for a file that makes five organisations or more, such as one for each of its tests; called before all of
 * them. To copy sixteen of them that nobody lives in costs as much as to make one.
 */
export async function databaseForMany(): Promise<void> {
  const name = 'lunas_many'
  const more = await furtherTemplate(inject('adminUrl'), name, (ownerUrl) =>
    makePlaces(ownerUrl, many - inject('ready').length),
  )
  const database = await testDatabaseFrom(name)
  database.ready.push(...more)
}

/** The same, a copy of another template; for a file that has not asked for its database yet. */
export function testDatabaseFrom(template: string): Promise<OwnDatabase> {
  if (opened) throw new Error('this file has a database already')
  opened = copyOf(template)
  return opened
}

async function copyOf(template: string): Promise<OwnDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `test_${process.pid}_${count++}`
  // copied as files: the server keeps no promises that would need a log
  await asAdmin(adminUrl, (admin) =>
    admin.query(`create database ${name} template ${template} strategy file_copy`),
  )
  const ownerUrl = databaseUrl(adminUrl, name)
  const appUrl = appUrlOf(ownerUrl)
  const pool = patientPool(appUrl, { max: 10 })
  afterFile(async () => {
    opened = undefined
    await pool.end()
    await asAdmin(adminUrl, (admin) => admin.query(`drop database ${name} with (force)`))
  })
  return { ownerUrl, appUrl, pool, ready: [...inject('ready')] }
}
