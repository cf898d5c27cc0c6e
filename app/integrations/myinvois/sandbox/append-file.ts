import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'

/** Where in the file something stands, in bytes. */
export type Place = readonly [at: number, length: number]

/** A file that only grows. What is added in one turn is written at once, so that adding costs nothing by itself. */
export interface AppendFile {
  add(text: string): Place
  /** Waits for what is not written yet. */
  read(place: Place): Promise<string>
  flush(): Promise<void>
  close(): Promise<void>
}

export async function openAppendFile(file: string): Promise<AppendFile> {
  const handle: FileHandle = await open(file, 'a+', 0o600)
  let { size } = await handle.stat()
  let waiting: Buffer[] = []
  let writing: Promise<void> = Promise.resolve()

  async function put(): Promise<void> {
    const bytes = Buffer.concat(waiting)
    waiting = []
    await handle.appendFile(bytes)
  }

  return {
    add(text) {
      const bytes = Buffer.from(text, 'utf8')
      const place: Place = [size, bytes.length]
      size += bytes.length
      if (waiting.push(bytes) === 1) writing = writing.then(put)
      return place
    },
    async read([at, length]) {
      await writing
      const bytes = Buffer.alloc(length)
      await handle.read(bytes, 0, length, at)
      return bytes.toString('utf8')
    },
    flush: () => writing,
    async close() {
      await writing
      await handle.close()
    },
  }
}

const SLICE = 1 << 20

/** Line for line, so that a long file is never whole in memory; what follows the last end of line was cut off and is left. */
export function* linesOf(file: string): Generator<string> {
  if (!statSync(file, { throwIfNoEntry: false })) return
  const descriptor = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(SLICE)
    let rest = Buffer.alloc(0)
    for (;;) {
      const length = readSync(descriptor, bytes, 0, SLICE, null)
      if (length === 0) return
      rest = Buffer.concat([rest, bytes.subarray(0, length)])
      let from = 0
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
        yield rest.toString('utf8', from, end)
        from = end + 1
      }
      rest = rest.subarray(from)
    }
  } finally {
    closeSync(descriptor)
  }
}
