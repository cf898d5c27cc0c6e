import { spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { EmbeddedPostgresError } from './error.ts'

/** Who runs Postgres. It refuses to be root, so root lends it another account. */
export interface Account {
  uid: number
  gid: number
  /** Put before each command; empty unless the account needs help to reach its files. */
  prefix: string[]
}

interface Identity {
  uid: number
  gid: number
}

/**
 * The account for a cluster: ourselves, unless we are root; then the owner of the cluster if it has one, else the
 * system's `postgres`, else `nobody`. When that account cannot enter a folder on the way to `paths` (a clone in
 * /root), it is started with the one right to look into folders, through `setpriv` of util-linux.
 *
 * @param owner the owner of an existing cluster
 * @param paths existing files and folders that Postgres must reach
 */
export function accountFor(owner: Identity | undefined, paths: string[]): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const identity = (owner?.uid ? owner : undefined) ?? passwd('postgres') ?? passwd('nobody')
  if (!identity) {
    throw new EmbeddedPostgresError(
      'Postgres refuses to run as root and this system has no account "postgres" or "nobody" to lend it: start as another user, or set DATABASE_URL.',
    )
  }
  const closed = paths.map((path) => firstClosedFolder(path, identity)).find((folder) => folder !== undefined)
  return { uid: identity.uid, gid: identity.gid, prefix: closed ? lookIntoFolders(identity, closed) : [] }
}

/** Options of `spawn` for a command of the account; with a prefix, the prefix changes the user itself. */
export function spawnAs(account: Account | undefined): { uid?: number; gid?: number } {
  if (!account || account.prefix.length > 0) return {}
  return { uid: account.uid, gid: account.gid }
}

/** A command and its arguments as the account runs them. */
export function commandAs(account: Account | undefined, command: string, args: string[]): [string, string[]] {
  const [program, ...rest] = [...(account?.prefix ?? []), command, ...args]
  return [program as string, rest]
}

/** The topmost folder on the way to `path` that `identity` may not enter. */
function firstClosedFolder(path: string, identity: Identity): string | undefined {
  const folders: string[] = []
  for (let at = realpathSync(path); ; at = dirname(at)) {
    if (statSync(at).isDirectory()) folders.unshift(at)
    if (at === dirname(at)) break
  }
  return folders.find((folder) => !mayEnter(statSync(folder), identity))
}

function mayEnter(folder: Stats, { uid, gid }: Identity): boolean {
  if (folder.uid === uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}

/**
 * `no_setuid_fixup` keeps the right in force for access(2), which otherwise answers for a user without rights.
 * Containers often lack `dac_read_search` but have the wider `dac_override`.
 */
function lookIntoFolders({ uid, gid }: Identity, closed: string): string[] {
  for (const right of ['dac_read_search', 'dac_override']) {
    const prefix = [
      'setpriv',
      `--reuid=${uid}`,
      `--regid=${gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      `--inh-caps=+${right}`,
      `--ambient-caps=+${right}`,
      '--',
    ]
    const [program, ...rest] = [...prefix, 'test', '-x', resolve(closed)]
    if (spawnSync(program as string, rest).status === 0) return prefix
  }
  throw new EmbeddedPostgresError(
    `Postgres refuses to run as root, and the account it is given instead may not enter ${closed}: move this folder (to /srv or /opt, say), start as another user, or set DATABASE_URL.`,
  )
}

function passwd(name: string): Identity | undefined {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((text) => text.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
  } catch {
    return undefined
  }
}
