import { type Browser, mainHost } from '#tests/support/product/http.ts'

/** The word that every person of these tests has. */
export const password = 'pisang goreng 42'

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
