import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesOf, removeFilesOf, removeUnfinished } from './files.ts'
import { FileMissing, newFileKey } from './key.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'files-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const alpha = () => filesOf({ dataDir }, 't_alpha')
const beta = () => filesOf({ dataDir }, 't_beta')

test('what was put is there, whole and in pieces, until it is removed', async () => {
  const key = newFileKey('pdf')
  const bytes = Buffer.from('%PDF'.repeat(100_000))
  await alpha().put(key, bytes, 'application/pdf')
  expect(await alpha().exists(key)).toBe(true)
  expect(await alpha().get(key)).toEqual(bytes)
  expect(Buffer.from(await new Response(await alpha().stream(key)).arrayBuffer())).toEqual(bytes)
  await alpha().remove(key)
  await alpha().remove(key)
  expect(await alpha().exists(key)).toBe(false)
})

test('a missing file is said to be missing', async () => {
  const key = newFileKey('pdf')
  await expect(alpha().get(key)).rejects.toThrow(FileMissing)
  await expect(alpha().stream(key)).rejects.toThrow(FileMissing)
})

test('one organisation does not see the files of another', async () => {
  const key = newFileKey('pdf')
  await alpha().put(key, Buffer.from('alpha'), 'application/pdf')
  expect(await beta().exists(key)).toBe(false)
  await beta().remove(key)
  expect(await alpha().exists(key)).toBe(true)
})

describe('a key or place that could lead elsewhere is refused', () => {
  const keys = [
    '',
    '.',
    '..',
    '../t_beta/x.pdf',
    'a/../../t_beta/x.pdf',
    '/etc/passwd',
    'a//b',
    'a/',
    'a\\..\\b',
    'a\0b',
    'a%2e%2e/b',
    '.hidden',
    'a/.hidden',
    'A.pdf',
    'ａ.pdf',
    'a\nb',
    'x'.repeat(201),
  ]
  test.each(keys)('%j', async (key) => {
    await expect(alpha().put(key, Buffer.from('x'), 'text/plain')).rejects.toThrow('not a key')
    await expect(alpha().get(key)).rejects.toThrow('not a key')
    await expect(alpha().stream(key)).rejects.toThrow('not a key')
    await expect(alpha().exists(key)).rejects.toThrow('not a key')
    await expect(alpha().remove(key)).rejects.toThrow('not a key')
  })

  test.each(['', '..', 't_alpha/..', 'T_ALPHA', 't_', 'public', 't_a/../t_b'])('place %j', (schema) => {
    expect(() => filesOf({ dataDir }, schema)).toThrow('no place')
  })
})

test('what is left of an organisation is removed, twice too, and nothing of another or of the platform', async () => {
  const gone = filesOf({ dataDir }, 't_gone_0a1b2c')
  const stays = [filesOf({ dataDir }, 't_gone_0a1b2'), filesOf({ dataDir }, 'platform')]
  const key = newFileKey('pdf')
  for (const files of [gone, ...stays]) await files.put(key, Buffer.from('x'), 'application/pdf')
  await removeFilesOf({ dataDir }, 't_gone_0a1b2c')
  await removeFilesOf({ dataDir }, 't_gone_0a1b2c')
  expect(await readdir(join(dataDir, 'files'))).not.toContain('t_gone_0a1b2c')
  for (const files of stays) expect(await files.exists(key)).toBe(true)
  await expect(removeFilesOf({ dataDir }, 'platform')).rejects.toThrow('stay')
  await expect(removeFilesOf({ dataDir }, '..')).rejects.toThrow('no place')
})

test('keys are not guessable and never the same', () => {
  const keys = Array.from({ length: 1_000 }, () => newFileKey('pdf'))
  expect(new Set(keys).size).toBe(1_000)
  expect(keys[0]).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{40}\.pdf$/)
})

test('writers at the same time leave one whole file and no rubbish', async () => {
  // In a place of its own: another test's key may begin with the same two letters.
  const together = filesOf({ dataDir }, 't_together')
  const key = newFileKey('txt')
  const versions = Array.from({ length: 20 }, (_, index) => Buffer.alloc(50_000, index))
  await Promise.all(versions.map((bytes) => together.put(key, bytes, 'text/plain')))
  const stored = await together.get(key)
  expect(versions.some((bytes) => bytes.equals(stored))).toBe(true)
  expect(await readdir(join(dataDir, 'files/t_together', key.slice(0, 2)))).toEqual([key.slice(3)])
})

test('a write that fails leaves the old file and no rubbish', async () => {
  const folder = filesOf({ dataDir }, 't_full')
  await folder.put('taken/inside.txt', Buffer.from('old'), 'text/plain')
  await expect(folder.put('taken', Buffer.from('new'), 'text/plain')).rejects.toThrow()
  expect(await readdir(join(dataDir, 'files/t_full'))).toEqual(['taken'])
  expect((await folder.get('taken/inside.txt')).toString()).toBe('old')
})

test('files are for this user only', async () => {
  const key = newFileKey('pdf')
  await alpha().put(key, Buffer.from('x'), 'application/pdf')
  const path = join(dataDir, 'files/t_alpha', key)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await stat(join(path, '..'))).mode & 0o777).toBe(0o700)
})

test('what was never finished goes once nobody writes on it any more, in every place, and nothing else', async () => {
  const own = await mkdtemp(join(tmpdir(), 'files-'))
  const earlier = new Date(Date.now() - 60_000)
  const place = (schema: string, name: string) => join(own, 'files', schema, 'documents', name)
  expect(await removeUnfinished({ dataDir: own }, new Date())).toBe(0)
  for (const schema of ['platform', 't_alpha']) {
    await mkdir(place(schema, '.'), { recursive: true })
    for (const name of ['old.csv.0a.part', 'old.csv', 'new.csv.0b.part']) {
      await writeFile(place(schema, name), 'x')
      if (name.startsWith('old')) await utimes(place(schema, name), new Date(0), new Date(0))
    }
  }
  expect(await removeUnfinished({ dataDir: own }, earlier)).toBe(2)
  for (const schema of ['platform', 't_alpha'])
    expect((await readdir(place(schema, '.'))).toSorted()).toEqual(['new.csv.0b.part', 'old.csv'])
  await rm(own, { recursive: true })
})
