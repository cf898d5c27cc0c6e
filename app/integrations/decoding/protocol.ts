/** The first byte a decoding process writes; a sudden end after it is the file's doing and not ours. */
export const ready = 0x52

/** Exit code of a process whose file is not what the decoder reads. */
export const unreadable = 65

/** A module that reads files of strangers. It runs in a process of its own, as plain Node without the product. */
export interface Decoder {
  /** Throws what it cannot read. */
  run(bytes: Buffer, args: readonly string[]): Promise<Uint8Array>
}
