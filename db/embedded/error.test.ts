import { expect, test } from 'vitest'
import { folderError, postgresError } from './error.ts'

test.each([
  ['EROFS', 'lies on a disk that is read-only'],
  ['ENOSPC', 'lies on a disk that is full'],
  ['EACCES', 'may not be written by this user'],
])('%s of a folder becomes a sentence', (code, words) => {
  const error = folderError(Object.assign(new Error('raw'), { code }), '/srv/data') as Error
  expect(error.message).toBe(
    `The data folder /srv/data ${words}: set DATA_DIR to another folder, or set DATABASE_URL to a Postgres of your own.`,
  )
})

test('an error that says nothing about a folder stays what it is', () => {
  const error = new TypeError('x is undefined')
  expect(folderError(error, '/srv/data')).toBe(error)
})

test('the known reasons of Postgres get our words, others its own', () => {
  const full = postgresError('start', 'x\n2026 FATAL:  could not write lock file: No space left on device\n')
  expect(full.message).toMatch(
    /^Postgres could not start: the disk is full; set DATA_DIR to a disk with room/,
  )
  const other = postgresError(
    'start',
    '2026 [9] LOG:  starting\n2026 [9] FATAL:  invalid value for parameter "port"\n',
  )
  expect(other.message).toBe('Postgres could not start: invalid value for parameter "port"')
  expect(postgresError('start', '').message).toBe('Postgres could not start: no reason given')
})
