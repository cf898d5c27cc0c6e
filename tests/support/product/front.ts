import { expect } from 'vitest'
import { shippedVersion } from '#app/domain/core/help/legal-paper.ts'
import { next } from '#tests/support/database/factories.ts'
import type { Browser } from '#tests/support/product/http.ts'
import { hiddenOf, papers } from '#tests/support/product/register.ts'
import '#tests/support/product/matchers.ts'

export const textOf = async (browser: Browser, path: string) => (await browser.get(path)).text()
export const anySubdomain = () => `mawar-${next()}-harum`

export const answers = {
  organisation: {
    organisation_name: 'Tadika Mawar',
    organisation_type: 'kindergarten',
    company_name: 'Tadika Mawar Sdn Bhd',
    registration_number: '202001000000',
    address_line1: '2, Jalan Mawar',
    city: 'Ipoh',
    state: 'Perak',
    postcode: '30000',
  },
  contact: { contact_name: 'Puan Mawar', contact_phone: '012-345 6789', contact_email: 'mawar@tadika.test' },
  bank: { bank_code: 'MB2U0227', account_name: 'Tadika Mawar', account_number: '5140-1234 5678' },
}

/** The path of what was begun, by its code. */
export async function begins(browser: Browser, package_id: string): Promise<string> {
  const answer = await browser.post('/register/organisation/begin', { package_id })
  const [, base] = /^(\/register\/organisation\/[a-z2-9]{26})\/organisation$/.exec(
    answer.headers.get('location')!,
  )!
  return base!
}

/** All steps but the last. Returns the path of what was begun. */
export async function answersAll(
  browser: Browser,
  package_id: string,
  subdomain = anySubdomain(),
): Promise<string> {
  const base = await begins(browser, package_id)
  const steps = { ...answers, subdomain: { subdomain } }
  for (const [step, follows] of [
    ['organisation', 'contact'],
    ['contact', 'subdomain'],
    ['subdomain', 'bank'],
    ['bank', 'documents'],
  ] as const)
    expect(await browser.post(`${base}/${step}`, steps[step])).toRedirectTo(`${base}/${follows}`)
  expect(await browser.post(`${base}/documents`, paperOf('certificate'))).toRedirectTo(`${base}/documents`)
  expect(await browser.post(`${base}/connections`, {})).toRedirectTo(`${base}/review`)
  return base
}

/** The last step. */
export const handsIn = async (browser: Browser, base: string, more: Record<string, string> = {}) => {
  const { version } = hiddenOf(await textOf(browser, `${base}/review`))
  return browser.post(`${base}/review`, {
    ...{ terms: 'on', version: version!, agreed: shippedVersion('terms')! },
    ...more,
  })
}

/** A paper of an organisation that registers, as its page sends it. */
export function paperOf(kind: string, file: Parameters<typeof papers>[0][string] = {}): FormData {
  return papers({ file }, { kind })
}
