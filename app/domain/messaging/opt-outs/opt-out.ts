import { timingSafeEqual } from 'node:crypto'
import { blindIndexes, type Keys } from '#app/domain/core/secrets.ts'
import { paths } from '#app/paths.ts'

export { type LeavableChannel, leavableChannels, optedOut } from '#app/domain/core/contact/opted-out.ts'

/** Whose messages: a family's, by its parent, or an account's. */
export type MessageReader = { parent_id: string; user_id: null } | { parent_id: null; user_id: string }

/** How long the link in a message works, in days. */
export const linkDays = 365

const day = 86_400_000
/** One byte for whom it is about, sixteen of the id, two of the last day; then sixteen of the signature. */
const bytes = { facts: 19, signature: 16 }

/**
 * Signed for one organisation and one reader, so that nobody has to sign in to leave a channel. Holds no name and no
 * address; the same for the same reader on the same day.
 */
export function optOutToken(keys: Keys, reader: MessageReader, now: Date): string {
  const facts = Buffer.alloc(bytes.facts)
  facts.writeUInt8(reader.parent_id === null ? 1 : 0, 0)
  facts.write((reader.parent_id ?? reader.user_id ?? '').replaceAll('-', ''), 1, 'hex')
  facts.writeUInt16BE(Math.floor(now.getTime() / day) + linkDays, 17)
  return Buffer.concat([facts, signaturesOf(keys, facts)[0]!]).toString('base64url')
}

/** Whom a token is about; undefined for one that is altered, of another organisation, or older than {@link linkDays}. */
export function openOptOutToken(keys: Keys, token: string, now: Date): MessageReader | undefined {
  const read = Buffer.from(token, 'base64url')
  if (read.length !== bytes.facts + bytes.signature || read.toString('base64url') !== token) return undefined
  const facts = read.subarray(0, bytes.facts)
  const genuine = signaturesOf(keys, facts).filter((one) => timingSafeEqual(one, read.subarray(bytes.facts)))
  if (genuine.length === 0 || facts.readUInt16BE(17) < Math.floor(now.getTime() / day)) return undefined
  const id = facts.toString('hex', 1, 17).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return facts.readUInt8(0) === 1 ? { parent_id: null, user_id: id } : { parent_id: id, user_id: null }
}

/** By each key of the ring, newest first. */
const signaturesOf = ({ ring, place }: Keys, facts: Buffer): Buffer[] =>
  blindIndexes(ring, { place, table: 'message_opt_out', column: 'link' }, facts.toString('hex')).map(
    (whole) => whole.subarray(0, bytes.signature),
  )

/** The page on which a reader chooses channels, for every e-mail and WhatsApp message; an SMS may hold no link. */
export const optOutLink = (origin: string, keys: Keys, reader: MessageReader, now: Date): string =>
  origin + paths.optOut.view(optOutToken(keys, reader, now))

/** For mail programs that offer to unsubscribe by themselves (RFC 8058): one POST, nothing opened. */
export const unsubscribeHeaders = (
  origin: string,
  keys: Keys,
  reader: MessageReader,
  now: Date,
): { 'List-Unsubscribe': string; 'List-Unsubscribe-Post': string } => ({
  'List-Unsubscribe': `<${origin}${paths.optOut.oneClick(optOutToken(keys, reader, now))}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
