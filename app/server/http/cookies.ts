import { createCookie } from '@remix-run/node'
import { tokenShape } from '#app/domain/identity/passwords/tokens.ts'
import { publicCode } from '#app/domain/payments/payments/payment.ts'
import { environment } from '#app/environment.ts'

/** Host-only cookies: a cookie of one host means nothing on another. */
const common = { path: '/', httpOnly: true, sameSite: 'lax', secure: environment.secure } as const
const name = (base: string) => (environment.secure ? `__Host-${base}` : base)
const year = 365 * 86_400

export const sessionCookieName = name('lunas')
export const languageCookie = createCookie(name('language'), { ...common, maxAge: year })
export const flashCookie = createCookie(name('flash'), { ...common, maxAge: 60 })

/** The last search of each list in this browser; read and written by `app/server/lists/remembered-search.ts`. */
export const listsCookie = createCookie(name('lists'), { ...common, maxAge: 30 * 86_400 })

/** The token is random and unsigned; only its hash is kept. It lives 365 days. */
export function sessionCookie(token: string): string {
  return cookie(token, year)
}

export function endedSessionCookie(): string {
  return cookie('', 0)
}

function cookie(value: string, maxAge: number) {
  const secure = environment.secure ? '; Secure' : ''
  return `${sessionCookieName}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}

export function sessionToken(request: Request): string | undefined {
  const header = request.headers.get('cookie')
  if (!header) return undefined
  for (const part of header.split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === sessionCookieName && value && tokenShape.test(value)) return value
  }
  return undefined
}

/** The code of a registration that this browser has begun; other pages never get it, so its name promises no path. */
const draftCookieShape = createCookie('registration', { ...common, path: '/register', maxAge: 15 * 86_400 })
export const draftCookie = {
  async of(request: Request): Promise<string | undefined> {
    const value: unknown = await draftCookieShape.parse(request.headers.get('cookie'))
    return publicCode.safeParse(value).data
  },
  set: (code: string) => draftCookieShape.serialize(code),
  end: () => draftCookieShape.serialize('', { maxAge: 0 }),
}

/** 43 letters that this browser alone keeps, or nothing that counts. */
const tokenCookie = (base: string, maxAge: number) => {
  const cookie = createCookie(name(base), { ...common, maxAge })
  return {
    async of(request: Request): Promise<string | undefined> {
      const value: unknown = await cookie.parse(request.headers.get('cookie'))
      return typeof value === 'string' && tokenShape.test(value) ? value : undefined
    },
    set: (token: string) => cookie.serialize(token),
    end: () => cookie.serialize('', { maxAge: 0 }),
  }
}

export const pendingCookie = tokenCookie('pending', 1_800)
/** Of a code by which a family that registers proves its phone. */
export const phoneProofCookie = tokenCookie('phone', 1_800)
/** Of a code by which somebody signed in proves a new contact. */
export const contactCookie = tokenCookie('contact', 1_800)
/** The token of a recovery link, once it is out of the address. */
export const recoveryCookie = tokenCookie('recovery', 3_600)
/** An operator who has given the password and not yet the code; it opens nothing else. */
export const waitingCookie = tokenCookie('waiting', 300)

/** Of an operator's visit to an organisation, and of the ticket that leads there, once it is out of the address. */
export const helperCookie = tokenCookie('helper', 3_600)
export const helpTicketCookie = tokenCookie('help_ticket', 60)
