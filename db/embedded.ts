import type { ChildProcess } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Account, accountFor } from './embedded/account.ts'
import { type Binaries, findBinaries } from './embedded/binaries.ts'
import { checkCluster, clusterExists, createCluster, ownerName, ownerPassword } from './embedded/create.ts'
import { launch } from './embedded/launch.ts'
import {
  forgetPostmaster,
  isPostmasterOf,
  postmasterIsReady,
  readPostmaster,
  stopPostmaster,
} from './embedded/postmaster.ts'
import { lasting, throwAway } from './embedded/settings.ts'

const databaseName = 'lunas'

/** A running Postgres of our own. */
export interface EmbeddedPostgres {
  folder: string
  pid: number
  /** Of 127.0.0.1. */
  port: number
  /** True when it was already running: left behind by a run that was killed, or at work for another process. */
  adopted: boolean
  /** Connection string of the owner of a database of this cluster. */
  ownerUrl(database?: string): string
  /** Ends it, once; fast, and at once if it has not ended after `ms` (5,000). */
  stop(ms?: number): Promise<void>
  /** Settles when the server ends, whoever ended it. */
  ended(): Promise<void>
}

export interface EmbeddedOptions {
  /** The cluster's folder; made if it does not exist. */
  folder: string
  /** True for a cluster that may lose everything when the machine fails: tests. */
  forgetful?: boolean
  /** The port to listen on; chosen by the system if it is not given. */
  port?: number
}

/**
 * Starts the Postgres in `folder`, making the cluster and the database `lunas` at first. One that already runs there is
 * adopted. It listens on a free port of 127.0.0.1, writes to `<folder>.log`, and runs in a session of its own, so that
 * Ctrl-C in a terminal does not end it before those who use it.
 * Refuses (EmbeddedPostgresError) with one sentence what it cannot mend.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder, forgetful = false } = options
  const binaries = await findBinaries()
  const exists = clusterExists(folder)
  if (exists) checkCluster(folder)
  const running = await adopt(folder)
  const account = accountFor(exists ? statSync(folder) : undefined, [binaries.postgres, nearest(folder)])
  if (!exists) await createCluster(binaries, account, folder, { sync: !forgetful })
  const server = running ?? (await start(options, binaries, account))
  try {
    await ensureDatabase(server)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/** The Postgres that runs in `folder`, for a command that works beside `npm start`; undefined when none does. */
export async function runningEmbedded(folder: string): Promise<EmbeddedPostgres | undefined> {
  return clusterExists(folder) ? runningIn(folder) : undefined
}

async function adopt(folder: string): Promise<EmbeddedPostgres | undefined> {
  const found = readPostmaster(folder)
  if (!found) return undefined
  if (!isPostmasterOf(folder, found.pid)) {
    await forgetPostmaster(folder, found.pid)
    return undefined
  }
  const server = await runningIn(folder)
  if (!server) await stopPostmaster(folder, found.pid)
  return server
}

async function runningIn(folder: string): Promise<EmbeddedPostgres | undefined> {
  const found = readPostmaster(folder)
  if (!found || !isPostmasterOf(folder, found.pid)) return undefined
  const stopping = () => readPostmaster(folder)?.status === 'stopping'
  if (!(await postmasterIsReady(folder, found.pid, stopping, 10_000))) return undefined
  const server = handleOf(folder, found.pid, true)
  return (await answers(server)) ? server : undefined
}

async function start(options: EmbeddedOptions, binaries: Binaries, account: Account | undefined) {
  const { folder, forgetful, port } = options
  const child = await launch({ binaries, account, folder, port, settings: forgetful ? throwAway : lasting })
  return handleOf(folder, child.pid as number, false, child)
}

function handleOf(folder: string, pid: number, adopted: boolean, child?: ChildProcess): EmbeddedPostgres {
  const port = readPostmaster(folder)?.port as number
  const password = ownerPassword(folder)
  return {
    folder,
    pid,
    port,
    adopted,
    ownerUrl: (database = databaseName) =>
      `postgresql://${ownerName}:${password}@127.0.0.1:${port}/${database}`,
    stop: (ms) => stopPostmaster(folder, pid, ms),
    ended: () =>
      child && child.exitCode === null && child.signalCode === null ? exited(child) : gone(folder, pid),
  }
}

function exited(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

async function gone(folder: string, pid: number): Promise<void> {
  while (isPostmasterOf(folder, pid)) await sleep(500, undefined, { ref: false })
}

async function ensureDatabase(server: EmbeddedPostgres) {
  await asOwnerOf(server, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  })
}

async function answers(server: EmbeddedPostgres): Promise<boolean> {
  try {
    await asOwnerOf(server, (client) => client.query('select 1'))
    return true
  } catch {
    return false
  }
}

async function asOwnerOf<R>(server: EmbeddedPostgres, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client({
    connectionString: server.ownerUrl('postgres'),
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The folder itself, or the nearest one above it that exists. */
function nearest(folder: string): string {
  return existsSync(folder) ? folder : nearest(dirname(folder))
}
