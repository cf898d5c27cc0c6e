/** Reads DER, the form of certificates (ITU-T X.690), as far as a certificate needs it; Node shows only parts of one. */
export interface DerNode {
  tag: number
  /** Of a primitive node. */
  content: Buffer
  /** Of a constructed one. */
  children: DerNode[]
}

export const tags = { octetString: 0x04, teletexString: 0x14, bmpString: 0x1e } as const

/** Refuses (DerError) what is cut off or has a length that no certificate has. */
export class DerError extends Error {
  override name = 'DerError'
}

export function readDer(bytes: Buffer): DerNode {
  return nodeAt(bytes, 0).node
}

function nodeAt(bytes: Buffer, start: number): { node: DerNode; end: number } {
  const tag = byteAt(bytes, start)
  const { length, from } = lengthAt(bytes, start + 1)
  const end = from + length
  if (end > bytes.length) throw new DerError('cut off')
  const content = bytes.subarray(from, end)
  const isConstructed = (tag & 0x20) !== 0
  return { node: { tag, content, children: isConstructed ? nodesIn(content) : [] }, end }
}

function nodesIn(content: Buffer): DerNode[] {
  const nodes: DerNode[] = []
  for (let at = 0; at < content.length; ) {
    const { node, end } = nodeAt(content, at)
    nodes.push(node)
    at = end
  }
  return nodes
}

function lengthAt(bytes: Buffer, at: number): { length: number; from: number } {
  const first = byteAt(bytes, at)
  if (first < 0x80) return { length: first, from: at + 1 }
  const count = first & 0x7f
  if (count === 0 || count > 4) throw new DerError('no length')
  let length = 0
  for (let index = 1; index <= count; index++) length = length * 256 + byteAt(bytes, at + index)
  return { length, from: at + 1 + count }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw new DerError('cut off')
  return byte
}

/** `2.5.4.97` */
export function oidOf({ content }: DerNode): string {
  const numbers: number[] = []
  let number = 0
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0
  }
  const [first = 0, ...rest] = numbers
  const top = Math.min(2, Math.floor(first / 40))
  return [top, first - top * 40, ...rest].join('.')
}

/** A text of any of the kinds that names are made of. */
export function textOf({ tag, content }: DerNode): string {
  if (tag === tags.bmpString) return Buffer.from(content).swap16().toString('utf16le')
  if (tag === tags.teletexString) return content.toString('latin1')
  return content.toString('utf8')
}

/** The numbers of the bits that are set, from the left. */
export function bitsOf({ content }: DerNode): Set<number> {
  const set = new Set<number>()
  content.subarray(1).forEach((byte, index) => {
    for (let bit = 0; bit < 8; bit++) if (byte & (0x80 >> bit)) set.add(index * 8 + bit)
  })
  return set
}
