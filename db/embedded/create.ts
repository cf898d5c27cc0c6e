import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Account, commandAs, spawnAs } from './account.ts'
import { type Binaries, postgresMajor } from './binaries.ts'
import { EmbeddedPostgresError, folderError, postgresError } from './error.ts'

/** The role that owns the cluster and its databases. */
export const ownerName = 'lunas'

const passwordFile = 'owner-password'
const roomForCluster = 300 * 1024 * 1024

/**
 * Refuses a folder that Postgres could not use, with the reason; Postgres itself would say it less clearly.
 * @param folder the cluster, which exists
 */
export function checkCluster(folder: string): void {
  const uid = process.getuid?.()
  if (uid !== undefined && uid !== 0 && statSync(folder).uid !== uid) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} belongs to another user of this machine: start as that user, or set DATA_DIR to a folder of your own.`,
    )
  }
  const versionFile = join(folder, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    throw new EmbeddedPostgresError(
      `${folder} holds files but no database: move it away, or set DATA_DIR to another folder.`,
    )
  }
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== String(postgresMajor)) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} was made by Postgres ${version} and this release brings Postgres ${postgresMajor}: move the folder away to start afresh, or set DATABASE_URL to a Postgres ${version}.`,
    )
  }
}

/**
 * Makes an empty cluster with a password of its own (32 random bytes, in a file that only its owner reads). It is
 * made beside its place and moved there when it is whole, so an interrupted run leaves no half of one.
 */
export async function createCluster(
  binaries: Binaries,
  account: Account | undefined,
  folder: string,
  options: { sync: boolean },
): Promise<void> {
  const making = `${folder}.making-${process.pid}`
  const secret = `${making}.password`
  try {
    prepare(folder)
    for (const path of [making, secret]) rmSync(path, { recursive: true, force: true })
    mkdirSync(making, { mode: 0o700 })
    writeFileSync(secret, randomBytes(32).toString('base64url'), { mode: 0o600 })
    if (account) for (const path of [making, secret]) chownSync(path, account.uid, account.gid)
    await initdb(binaries, account, making, secret, options)
    renameSync(secret, join(making, passwordFile))
    if (existsSync(folder)) rmSync(folder, { recursive: true })
    renameSync(making, folder)
  } catch (error) {
    for (const path of [making, secret]) rmSync(path, { recursive: true, force: true })
    throw folderError(error, dirname(folder))
  }
}

/** Whether there is anything in the cluster's folder. */
export function clusterExists(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw folderError(error, dirname(folder))
  }
}

export function ownerPassword(folder: string): string {
  try {
    return readFileSync(join(folder, passwordFile), 'utf8').trim()
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The password of the database in ${folder} cannot be read (${(error as Error).message}): move the folder away to start afresh.`,
    )
  }
}

function prepare(folder: string) {
  const parent = dirname(folder)
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(folder)}.making-`))
      rmSync(join(parent, name), { recursive: true, force: true })
  }
  const { bavail, bsize } = statfsSync(parent)
  if (bavail * bsize < roomForCluster) {
    const free = Math.floor((bavail * bsize) / 1024 / 1024)
    throw new EmbeddedPostgresError(
      `The disk of ${parent} has ${free} MB left and a new database needs 300 MB: make room, or set DATA_DIR to a folder on another disk.`,
    )
  }
}

function initdb(
  binaries: Binaries,
  account: Account | undefined,
  folder: string,
  secret: string,
  { sync }: { sync: boolean },
): Promise<void> {
  const [command, args] = commandAs(account, binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${ownerName}`,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    ...(sync ? [] : ['--no-sync']),
  ])
  const child = spawn(command, args, {
    ...spawnAs(account),
    cwd: '/',
    env: postgresEnvironment,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(postgresError('make a database', said))))
  })
}

/** Nothing of the caller's: a stray PGDATA, PGPORT or locale would change what Postgres does. */
export const postgresEnvironment: NodeJS.ProcessEnv = {
  NODE_ENV: 'production',
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}
