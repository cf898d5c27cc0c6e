import { constants, inflateSync } from 'node:zlib'

/** Names (ISO 32000-1) of what runs, sends, opens or hides something, and of a password. */
const active = [
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'Rendition', 'RichMedia', 'GoToE'],
  ...['EmbeddedFiles?', 'Encrypt', 'XFA'],
]
const name = new RegExp(`/(${active.join('|')})(?![A-Za-z0-9])`)
/** Unpacked bytes of one file that are looked at. */
const most = 60_000_000

/** What in a PDF does more than be read, as its name; empty of one that only is read. Refuses what is no whole PDF. */
export async function run(file: Buffer): Promise<Uint8Array> {
  const text = file.toString('latin1')
  if (!text.slice(-1_200).includes('%%EOF') || !/\bobj\b/.test(text)) throw new Error('no whole PDF')
  for (const part of [text, ...packedObjects(file, text)]) {
    const found = name.exec(unescaped(part))
    if (found) return Buffer.from(found[1]!)
  }
  return new Uint8Array()
}

/** A letter of a name may be written as its number: `/J#61vaScript`. */
const unescaped = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

const count = (text: string) => text.match(/\/ObjStm\b/g)?.length ?? 0

/**
 * What stands before packed objects, from the object on. No honest one has texts, comments or anything nested in it, behind
 * which a reader would see another beginning than is seen here.
 */
const head = /^obj\s*<<([^<>(%]*)>>\s*stream\r?\n/
const isPlain = (dictionary: string) =>
  /\/Filter\s*(\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(\/|$)/.test(dictionary) &&
  dictionary.match(/\/Filter\b/g)?.length === 1 &&
  !/\/(DecodeParms|DP|F|FFilter)\b/.test(dictionary)

/**
 * Since PDF 1.5 objects may lie packed together; those are unpacked and looked at, too. Refuses any that are packed in
 * another way than once, or in which one cannot look at all that a reader would find.
 */
function* packedObjects(file: Buffer, text: string): Generator<string> {
  if (count(unescaped(text)) !== count(text)) throw new Error('hides that it is packed')
  let left = most
  for (const { index } of text.matchAll(/\/ObjStm\b/g)) {
    const from = text.lastIndexOf('obj', index)
    const found = from < 0 ? null : head.exec(text.slice(from, index + 2_000))
    if (!found || !isPlain(unescaped(found[1]!))) throw new Error('hides what is packed')
    // To the end of the file: what is packed says itself where it ends, whatever words stand in it.
    const options = { maxOutputLength: left, finishFlush: constants.Z_SYNC_FLUSH }
    const unpacked = inflateSync(file.subarray(from + found[0].length), options)
    left = Math.max(1, left - unpacked.length)
    yield unpacked.toString('latin1')
  }
}
