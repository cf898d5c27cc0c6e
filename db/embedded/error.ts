/** The Postgres inside the product cannot run; the message is one sentence for the person who starts it. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

const otherWay = 'or set DATABASE_URL to a Postgres of your own'

/** Turns an error of the file system into a sentence about the folder; anything else is handed back as it is. */
export function folderError(error: unknown, folder: string): unknown {
  const reasons: Record<string, string> = {
    EACCES: 'may not be written by this user',
    EPERM: 'may not be written by this user',
    EROFS: 'lies on a disk that is read-only',
    ENOSPC: 'lies on a disk that is full',
    EDQUOT: 'lies on a disk whose quota is used up',
    ENOTDIR: 'is not a folder',
    EEXIST: 'is not a folder',
    ENOENT: 'cannot be made',
  }
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? '']
  if (!reason) return error
  return new EmbeddedPostgresError(
    `The data folder ${folder} ${reason}: set DATA_DIR to another folder, ${otherWay}.`,
  )
}

/** What Postgres last said, as a sentence: the known reasons in our words, else its own line. */
export function postgresError(action: string, said: string): EmbeddedPostgresError {
  if (/No space left on device/i.test(said)) {
    return new EmbeddedPostgresError(
      `Postgres could not ${action}: the disk is full; set DATA_DIR to a disk with room, ${otherWay}.`,
    )
  }
  if (/could not (map|create) .*shared memory|Cannot allocate memory/i.test(said)) {
    return new EmbeddedPostgresError(`Postgres could not ${action}: too little memory is free, ${otherWay}.`)
  }
  if (/could not look up effective user ID/i.test(said)) {
    return new EmbeddedPostgresError(
      `Postgres could not ${action}: this user has no name in /etc/passwd, which Postgres demands; start as one that has, ${otherWay}.`,
    )
  }
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  const line =
    lines.findLast((text) => /FATAL|PANIC|ERROR|error:/.test(text)) ?? lines.at(-1) ?? 'no reason given'
  const reason = line.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '')
  return new EmbeddedPostgresError(`Postgres could not ${action}: ${reason}`)
}
