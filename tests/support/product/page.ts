import { expect } from 'vitest'
import type { Browser } from './http.ts'

/** The HTML of a page, which answers with this status. */
export async function page(browser: Browser, path: string, status = 200): Promise<string> {
  const response = await browser.get(path)
  expect(response.status, path).toBe(status)
  return response.text()
}
