import { argon2Sync, randomBytes } from 'node:crypto'
import { type Browser, mainHost } from '#tests/support/product/http.ts'

/** The word that every person of these tests has. */
export const password = 'pisang goreng 42'

/**
 * What is kept of a word, as the product keeps it, at next to no cost: whoever checks it does so at the cost that it
 * names. For people who sign in; what a hash of the product costs is the business of its own tests.
 */
export function cheapHash(word: string): string {
  const nonce = randomBytes(16)
  const message = Buffer.from(word.normalize('NFKC'))
  const tag = argon2Sync('argon2id', { message, nonce, tagLength: 32, memory: 8, passes: 1, parallelism: 1 })
  const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=8,t=1,p=1$${encode(nonce)}$${encode(tag)}`
}

/** Sends the form of the page to sign in on the browser's host. */
export function signIn(
  browser: Browser,
  email: string | null,
  secret = password,
  more: Record<string, string> = {},
): Promise<Response> {
  const path = browser.host === mainHost ? '/admin/login' : '/login'
  return browser.post(path, { email: email ?? '', password: secret, ...more })
}

/** What an answer tells, without what differs each time: nonces, the request's id, the address that was typed. */
export async function answered(response: Response) {
  const text = (await response.text())
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/[\w.-]+@[\w.-]+/g, 'EMAIL')
  const headers = Object.fromEntries([...response.headers].filter(([name]) => name !== 'x-request-id'))
  headers['content-security-policy'] = headers['content-security-policy']!.replace(/nonce-[^']*/, '')
  return { status: response.status, headers, text }
}
