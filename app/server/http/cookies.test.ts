import { expect, onTestFinished, test, vi } from 'vitest'
import { endedSessionCookie, flashCookie, languageCookie, sessionCookie, sessionToken } from './cookies.ts'

const token = 'a'.repeat(43)
const from = (cookie: string) => new Request('http://a.test/', { headers: { cookie } })

test('cookies belong to one host, are hidden from scripts and from other sites, and a session lasts 365 days', async () => {
  const all = [
    sessionCookie(token),
    await languageCookie.serialize('my'),
    await flashCookie.serialize({ key: 'x' }),
  ]
  for (const cookie of all) {
    expect(cookie).toMatch(/Path=\//)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).not.toMatch(/Domain=/i)
  }
  expect(sessionCookie(token)).toMatch(/Max-Age=31536000/)
  expect(endedSessionCookie()).toMatch(/Max-Age=0/)
})

test('over https a cookie cannot be set by a neighbour, nor sent in the clear', async () => {
  vi.stubEnv('SECURE', 'yes')
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })
  const secure = await import('./cookies.ts')
  const all = [
    secure.sessionCookie(token),
    secure.endedSessionCookie(),
    await secure.languageCookie.serialize('my'),
    await secure.flashCookie.serialize({ key: 'x' }),
  ]
  for (const cookie of all) {
    expect(cookie).toMatch(/^__Host-/)
    expect(cookie).toMatch(/; Secure/)
  }
  expect(secure.sessionToken(from(`__Host-lunas=${token}`))).toBe(token)
  expect(secure.sessionToken(from(`lunas=${token}`))).toBeUndefined()
})

test('the token is read from among other cookies, and only in its own shape', () => {
  expect(sessionToken(from(`a=b; lunas=${token}; flash=x`))).toBe(token)
  for (const wrong of ['', 'lunas=', `lunas=${'a'.repeat(42)}`, `lunas=${'a'.repeat(44)}`, `xlunas=${token}`])
    expect(sessionToken(from(wrong)), wrong).toBeUndefined()
  expect(sessionToken(from(`lunas=${'/'.repeat(43)}`))).toBeUndefined()
  expect(sessionToken(new Request('http://a.test/'))).toBeUndefined()
})
