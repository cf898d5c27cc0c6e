import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Files } from './file-store.ts'
import { checkFileKey, FileMissing } from './key.ts'

/** Ending of a file while it is written. */
const unfinished = '.part'

/** Files below one folder of this machine, readable by this user only. */
export function localFiles(folder: string): Files {
  const pathOf = (key: string) => join(folder, checkFileKey(key))

  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const temporary = `${path}.${randomBytes(6).toString('hex')}${unfinished}`
      try {
        await writeAndSync(temporary, content)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },

    async get(key) {
      return await readFile(pathOf(key)).catch(missing(key))
    },

    async stream(key) {
      const handle = await open(pathOf(key)).catch(missing(key))
      return Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>
    },

    async exists(key) {
      const found = await stat(pathOf(key)).catch(() => undefined)
      return found?.isFile() ?? false
    },

    async remove(key) {
      await rm(pathOf(key), { force: true })
    },

    async removeAll() {
      // again when somebody wrote, or removed, at the same time
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Removes what was being written when a process was killed, anywhere below a folder; returns how many. */
export async function removeUnfinishedIn(folder: string, before: Date): Promise<number> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(none)
  let removed = 0
  for (const entry of found) {
    if (!entry.isFile() || !entry.name.endsWith(unfinished)) continue
    const path = join(entry.parentPath, entry.name)
    // It may be finished, and so be gone, meanwhile.
    const written = (await stat(path).catch(() => undefined))?.mtime
    if (!written || written >= before) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

/** No file was ever written here. */
function none(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return []
  throw error
}

async function writeAndSync(path: string, content: Uint8Array | AsyncIterable<Uint8Array>) {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The new name itself is lost in a power cut unless its folder is synced too. */
async function syncFolder(path: string) {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function missing(key: string) {
  return (error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new FileMissing(`no file under ${key}`) : error
  }
}
