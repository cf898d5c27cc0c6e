import { isIP } from 'node:net'
import { z } from 'zod'
import { gatewayForm } from '../integrations/sms/gateway.ts'

/** Between these two, both included. */
export function wholeNumber(least: number, most: number) {
  return z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((number) => number >= least && number <= most)
}

/** True for yes. */
export function yesOrNo() {
  return z
    .enum(['yes', 'no', 'true', 'false', '1', '0'])
    .transform((word) => word === 'yes' || word === 'true' || word === '1')
}

/** A URL of one of these protocols, each with its colon. */
export function address(...protocols: string[]) {
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))
}

/** Nothing but host, port, sign-in and number of the database: the client would take other parts for options of its own. */
export function redisAddress() {
  return address('redis:', 'rediss:').refine((text) => {
    const { hostname, pathname, search, hash, username, password } = new URL(text)
    const readable = [username, password].every((word) => !/%(?![0-9a-f]{2})/i.test(word))
    return hostname !== '' && /^(\/\d{0,3})?$/.test(pathname) && search + hash === '' && readable
  })
}

/** JSON text of a gateway's settings. */
export function gateway() {
  return z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'not JSON' })
        return z.NEVER
      }
    })
    .pipe(gatewayForm)
}

/** Parts between commas, none of them empty. */
export function list() {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
}

/** The same, each of which must be of a kind. */
export const listOf = (part: z.ZodType<string, string>) => list().pipe(z.array(part))

export const networkAddress = z.string().refine((text) => isIP(text) > 0)

/** `address`, or `address:port` with IPv6 in square brackets. */
export const nameServer = z.string().refine((text) => {
  const [, six, four] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(text) ?? []
  return isIP(six ?? four ?? text) > 0
})

/** At least 32 bytes, in hex or base64. */
export function key() {
  return z
    .string()
    .transform((text) => Buffer.from(text, /^([0-9a-f]{2})+$/i.test(text) ? 'hex' : 'base64'))
    .refine((bytes) => bytes.length >= 32)
}
