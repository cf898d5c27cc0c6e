import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** A ZIP that is written while its files are made, so that none of them is in memory as a whole. */
export interface ZipWriter {
  /** A file; the bytes of the ZIP so far. `stored`: it is compressed already, as PDFs and pictures are. */
  file(path: string, pieces: Pieces, options?: { stored?: boolean }): AsyncGenerator<Uint8Array>
  /** The directory at its end; nothing can follow. */
  end(): Uint8Array
  /** Bytes so far. */
  readonly size: number
  /** Paths so far, in their order. */
  readonly paths: readonly string[]
}

/** `modified`: the time that all of its files carry. */
export function zipWriter(modified: Date): ZipWriter {
  let ready: Uint8Array[] = []
  let size = 0
  const paths: string[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
    size += bytes.length
  })
  const taken = () => {
    const bytes = Buffer.concat(ready)
    ready = []
    return bytes
  }
  return {
    paths,
    get size() {
      return size
    },
    async *file(path, pieces, { stored = false } = {}) {
      if (paths.includes(path)) throw new Error(`${path} is in the archive already`)
      paths.push(path)
      const part = stored ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
      part.mtime = modified
      zip.add(part)
      for await (const piece of pieces) {
        part.push(piece)
        const bytes = taken()
        if (bytes.length > 0) yield bytes
      }
      part.push(new Uint8Array(), true)
      yield taken()
    },
    end() {
      zip.end()
      return taken()
    },
  }
}

/** A name that every system takes as that of a file, and that leads out of no folder. */
export function safeName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^\w. -]+/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return plain.slice(0, 80) || '_'
}
