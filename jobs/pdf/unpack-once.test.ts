import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { unpackOnce } from './unpack-once.ts'

let home: string
let places: string[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lunas-unpack-'))
  places = ['program', 'temporary'].map((name) => join(home, name))
})
afterEach(() => rmSync(home, { recursive: true }))

const archive = () => ({
  name: 'browser-1',
  program: 'browser',
  unpack: vi.fn(async (into: string) => writeFileSync(join(into, 'browser'), '', { mode: 0o755 })),
})

test('unpacks once, whole, and so that every user may start it', async () => {
  const browser = archive()
  const folders = await Promise.all([unpackOnce(places, browser), unpackOnce(places, browser)])
  expect(await unpackOnce(places, browser)).toBe(folders[0])
  expect(new Set(folders)).toEqual(new Set([join(home, 'program/browser-1')]))
  expect(readdirSync(join(home, 'program'))).toEqual(['browser-1'])
  expect(statSync(folders[0]!).mode & 0o777).toBe(0o755)
  expect(statSync(join(home, 'program')).mode & 0o777).toBe(0o755)
  const called = browser.unpack.mock.calls.length
  await unpackOnce(places, browser)
  expect(browser.unpack).toHaveBeenCalledTimes(called)
})

test('a folder of another user that may not be used is passed over for the next place', async () => {
  mkdirSync(join(home, 'program/browser-1'), { recursive: true })
  writeFileSync(join(home, 'program/browser-1/browser'), '')
  chmodSync(join(home, 'program/browser-1/browser'), 0o600)
  expect(await unpackOnce(places, archive())).toBe(join(home, 'temporary/browser-1'))
})

test('says where it could not write', async () => {
  for (const place of places) writeFileSync(place, 'a file, no folder')
  await expect(unpackOnce(places, archive())).rejects.toThrow(
    `neither ${places[0]} nor ${places[1]} can be written`,
  )
})
