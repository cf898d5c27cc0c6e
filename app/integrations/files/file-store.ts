/** Files of one organisation (or of the platform). A key names a file inside it and can name nothing outside. */
export interface Files {
  /**
   * Writes the whole file or nothing, replacing what was there; it survives a crash once this resolves. A long one may
   * come in pieces.
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, contentType: string): Promise<void>
  /** Refuses (FileMissing) a key that has none. */
  get(key: string): Promise<Buffer>
  /** In pieces, ready for a response body. Refuses (FileMissing) a key that has none. */
  stream(key: string): Promise<ReadableStream<Uint8Array>>
  exists(key: string): Promise<boolean>
  /** One that is gone already is fine. */
  remove(key: string): Promise<void>
  /** Every one there is, and what else lies between them. */
  removeAll(): Promise<void>
}
