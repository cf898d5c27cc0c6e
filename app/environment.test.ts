import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { appDatabaseUrl, EnvironmentError, environmentTable, readEnvironment } from './environment.ts'
import { childVariables } from './start/children.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const folder = mkdtempSync(join(tmpdir(), 'lunas-environment-'))
afterAll(() => rmSync(folder, { recursive: true }))

const production = {
  APP_ENV: 'production',
  APP_KEY: key,
  DATABASE_URL: 'postgresql://owner:secret-word@db.test:5432/lunas',
  MAIN_HOST: 'lunas.test',
}

function refusal(variables: Record<string, string>): string {
  try {
    readEnvironment({ APP_ENV: 'test', ...variables })
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError)
    return (error as Error).message
  }
  return 'accepted'
}

describe('values', () => {
  test('everything has a default outside production; an empty value is no value', () => {
    const environment = readEnvironment({ APP_ENV: 'test', PORT: '', HOST: '  ' })
    expect(environment).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mainHost: 'localhost:3000',
      secure: false,
      sandbox: true,
      sandboxPort: 3001,
      smtpUrl: 'smtp://127.0.0.1:3002',
      databaseUrl: undefined,
    })
  })

  test('the main host follows the port', () => {
    expect(readEnvironment({ APP_ENV: 'test', PORT: '4010' }).mainHost).toBe('localhost:4010')
    expect(readEnvironment({ APP_ENV: 'test', PORT: '80' }).mainHost).toBe('localhost')
  })

  test('keys may be written in hex or base64', () => {
    const hex = readEnvironment({ APP_ENV: 'test', APP_KEY: Buffer.alloc(32, 7).toString('hex') })
    expect(hex.appKey).toEqual(readEnvironment({ APP_ENV: 'test', APP_KEY: key }).appKey)
  })

  test('lists are split at commas', () => {
    const { fpx } = readEnvironment({ APP_ENV: 'test', FPX_CERTIFICATES: 'a.pem, b.pem,' })
    expect(fpx.certificates).toEqual(['a.pem', 'b.pem'])
  })
})

describe('refusals', () => {
  test.each([
    ['APP_ENV', 'live', 'APP_ENV must be demo, production or test; it is "live".'],
    ['PORT', 'http', 'PORT must be a whole number from 1 to 65535; it is "http".'],
    ['PORT', '70000', 'PORT must be a whole number from 1 to 65535; it is "70000".'],
    ['SECURE', 'maybe', 'SECURE must be yes or no; it is "maybe".'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent; it is "loud".',
    ],
    ['FPX_URL', 'ftp://bank.test', 'FPX_URL must be a web address; it is "ftp://bank.test".'],
  ])('%s=%s', (name, value, sentence) => {
    expect(refusal({ [name]: value })).toBe(sentence)
  })

  test('a host with a scheme or a path is not a host', () => {
    for (const host of ['https://lunas.test', 'lunas.test/', 'Lunas.test', '-lunas.test']) {
      expect(refusal({ MAIN_HOST: host })).toMatch(/^MAIN_HOST must be a host name/)
    }
  })

  test('a gateway that lacks a field or has one that nobody reads is none, and its password is not repeated', () => {
    for (const wrong of [
      'https://sms.test',
      '{"url":"https://sms.test","to":"dst","text":"msg","password":"secret-word"}',
      '{"url":"ftp://sms.test","to":"dst","text":"msg","success":"OK"}',
      '{"url":"https://sms.test","to":"dst","text":"msg","success":"(OK"}',
      '{"url":"https://sms.test","to":"dst","text":"msg","success":"OK","retries":"3"}',
    ])
      expect(refusal({ SMS_GATEWAY: wrong })).toMatch(/^SMS_GATEWAY must be JSON with the fields[^;]*\.$/)
  })

  test('a Redis address is one of a Redis and holds nothing else, and its password is not repeated', () => {
    const sentence =
      'REDIS_URL must be a Redis address, such as redis://:password@host:6379/0, or rediss: for an encrypted one.'
    for (const wrong of [
      'redis.test:6379',
      'http://:secret-word@redis.test',
      'redis://',
      'redis://:secret-word@redis.test/first',
      'redis://:secret-word@redis.test/0?enableOfflineQueue=true',
      'redis://:secret-%word@redis.test',
    ])
      expect(refusal({ REDIS_URL: wrong }), wrong).toBe(sentence)
    for (const right of [
      'redis://redis.test',
      'rediss://lunas:secret%2Fword@redis.test:6380/2',
      'redis://[::1]/',
    ])
      expect(readEnvironment({ APP_ENV: 'test', REDIS_URL: right }).redisUrl).toBe(right)
  })

  test('a secret is not repeated', () => {
    expect(refusal({ APP_KEY: 'c2hvcnQ=' })).toMatch(/^APP_KEY must be 32 or more random bytes[^;]*\.$/)
    expect(refusal({ DATABASE_URL: 'mysql://owner:secret-word@db.test/lunas' })).not.toContain('secret-word')
  })

  test.each(['APP_KEY', 'MAIN_HOST', 'DATABASE_URL'] as const)('production without %s', (name) => {
    const { [name]: _, ...rest } = production
    expect(refusal(rest)).toMatch(new RegExp(`^${name} must be set when APP_ENV is production: `))
  })
})

describe('production', () => {
  test('demands a second factor of operators, and nobody can turn that off; elsewhere it is a choice', () => {
    expect(readEnvironment(production).operatorSecondFactor).toBe('required')
    expect(refusal({ ...production, OPERATOR_SECOND_FACTOR: 'optional' })).toBe(
      'OPERATOR_SECOND_FACTOR must be required when APP_ENV is production.',
    )
    expect(readEnvironment({ APP_ENV: 'test' }).operatorSecondFactor).toBe('optional')
    const strict = { APP_ENV: 'test', OPERATOR_SECOND_FACTOR: 'required' }
    expect(readEnvironment(strict).operatorSecondFactor).toBe('required')
  })

  test('is secure and has no sandbox unless told', () => {
    expect(readEnvironment(production)).toMatchObject({ secure: true, sandbox: false, smtpUrl: undefined })
    const trial = { ...production, ALLOW_SANDBOX: 'yes' }
    expect(refusal(trial)).toMatch(/^SANDBOX_PORT must be set when ALLOW_SANDBOX is yes in production: /)
    expect(readEnvironment({ ...trial, SANDBOX_PORT: '3900' })).toMatchObject({
      sandbox: true,
      smtpUrl: 'smtp://127.0.0.1:3901',
    })
  })

  test("a process may hold the application's address alone", () => {
    const { DATABASE_URL: _, ...rest } = production
    const app = 'postgresql://lunas_app:word@db.test/lunas'
    expect(appDatabaseUrl(readEnvironment({ ...rest, APP_DATABASE_URL: app }))).toBe(app)
  })
})

describe('the key of the demo', () => {
  test('is made once and readable by its owner only', () => {
    const first = readEnvironment({ DATA_DIR: join(folder, 'demo') })
    expect(first.mode).toBe('demo')
    expect(first.appKey).toHaveLength(32)
    expect(statSync(join(folder, 'demo', 'app-key')).mode & 0o777).toBe(0o600)
    expect(readEnvironment({ DATA_DIR: join(folder, 'demo') }).appKey).toEqual(first.appKey)
    expect(readEnvironment({ DATA_DIR: join(folder, 'other') }).appKey).not.toEqual(first.appKey)
  })

  test('needs a folder', () => {
    expect(() => readEnvironment({ DATA_DIR: '/dev/null/x' })).toThrow(
      /^The demo keeps its key in \/dev\/null\/x\/app-key, which cannot be used .*: set DATA_DIR to/,
    )
  })
})

describe("the application's address", () => {
  const owner = 'postgresql://owner:word@db.test:5433/lunas?sslmode=require'

  test('is the owner’s with a user and password of its own', () => {
    const url = new URL(appDatabaseUrl(readEnvironment({ ...production, DATABASE_URL: owner })))
    expect(url.username).toBe('lunas_app')
    expect(url.password).toMatch(/^[\w-]{43}$/)
    expect(url.host + url.pathname + url.search).toBe('db.test:5433/lunas?sslmode=require')
  })

  test('has a user that is called after the database, since roles belong to the whole server', () => {
    const school = { ...production, DATABASE_URL: owner.replace('/lunas?', '/school?') }
    expect(new URL(appDatabaseUrl(readEnvironment(school))).username).toBe('school_app')
  })

  test('has another password with another key', () => {
    const other = { ...production, APP_KEY: Buffer.alloc(32, 8).toString('base64') }
    expect(appDatabaseUrl(readEnvironment(other))).not.toBe(appDatabaseUrl(readEnvironment(production)))
  })
})

test('a child reads from its variables what the supervisor has read from its own', () => {
  const given = readEnvironment({
    ...production,
    PORT: '4000',
    HOST: '0.0.0.0',
    SECURE: 'no',
    TRUST_PROXY: 'yes',
    APP_DATABASE_URL: 'postgresql://lunas_app:word@db.test/lunas',
    REDIS_URL: 'redis://cache.test',
    WORKER_PORT: '4200',
    DATA_DIR: folder,
    LOG_LEVEL: 'debug',
    SMTP_URL: 'smtp://mail.test',
    MAIL_FROM: 'Fees <fees@lunas.test>',
    SMS_GATEWAY:
      '{"url":"https://sms.test/send","to":"dst","text":"msg","success":"^OK (\\\\w+)","method":"GET"}',
    WHATSAPP_GATEWAY: '{"url":"https://wa.test","body":"json","to":"to","text":"text.body","success":"id"}',
    MESSAGES_PER_DAY: '500',
    FPX_URL: 'https://fpx.test',
    FPX_EXCHANGE_ID: 'EX00012345',
    FPX_SELLER_BANK_CODE: '01',
    FPX_PRIVATE_KEY_FILE: '/keys/fpx.key',
    FPX_CERTIFICATES: '/keys/a.pem,/keys/b.pem',
    CHROMIUM_PATH: '/usr/bin/chromium',
    ALLOW_SANDBOX: 'yes',
    SANDBOX_PORT: '4100',
    WEB_CONNECTIONS: '20',
    REPORT_CONNECTIONS: '3',
  })
  const database = { ownerUrl: given.databaseUrl!, appUrl: given.appDatabaseUrl!, embedded: undefined }
  expect(readEnvironment(childVariables(given, database))).toEqual(given)
})

test('the docs have the table of the variables', () => {
  const table = /<!-- environment -->\s*(.*?)\s*<!-- \/environment -->/s.exec(
    readFileSync('docs/configuration.md', 'utf8'),
  )?.[1]
  expect(unpadded(table ?? '')).toBe(unpadded(environmentTable()))
})

/** A table as it is read: however its columns are aligned. */
const unpadded = (table: string) => table.replace(/ +/g, ' ').replace(/ ?-{3,} ?/g, '---')
