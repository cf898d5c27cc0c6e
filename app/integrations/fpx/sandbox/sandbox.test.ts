import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BANKS } from './banks.ts'
import { readOptions, type SandboxOptions } from './options.ts'
import { createSandbox } from './sandbox.ts'
import { SCENARIOS } from './scenarios.ts'
import { startSandbox } from './server.ts'
import { openWorld } from './test-support.ts'
import { AC, AR, source } from './wire.ts'

const directory = mkdtempSync(join(tmpdir(), 'fpx-sandbox-'))
afterAll(() => rmSync(directory, { recursive: true }))

const options: SandboxOptions = {
  mode: 'test',
  directory,
  basePath: '/sandbox/fpx',
  publicUrl: 'http://localhost:3000/sandbox/fpx',
  directUrl: 'http://127.0.0.1:9/fpx/direct',
  indirectUrl: 'http://localhost:3000/fpx/indirect',
}
const at = (path: string, init?: RequestInit) => new Request(`http://localhost:3000${path}`, init)

test('does not run in production, nor with addresses that are none', async () => {
  await expect(createSandbox({ ...options, mode: 'production' })).rejects.toThrow(
    'does not run in production',
  )
  expect(() => readOptions({ ...options, basePath: 'sandbox/' })).toThrow('base path')
  expect(() => readOptions({ ...options, directUrl: '/fpx/direct' })).toThrow()
})

test('makes its keys once, keeps private ones private, and takes them up again', async () => {
  await (await createSandbox(options)).close()
  const file = (name: string) => join(directory, name)
  const before = readFileSync(file('merchant/EX00000000.key'), 'utf8')
  expect(statSync(file('merchant/EX00000000.key')).mode & 0o077).toBe(0)
  expect(statSync(file('private/fpxuat_current.key')).mode & 0o077).toBe(0)
  const certificate = new X509Certificate(readFileSync(file('published/fpxuat_current.cer')))
  expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048)
  await (await createSandbox(options)).close()
  expect(readFileSync(file('merchant/EX00000000.key'), 'utf8')).toBe(before)
})

test('rolls over by itself before its certificate ends', async () => {
  const later = () => Date.now() + 2 * 365 * 86_400_000
  const next = readFileSync(join(directory, 'published/fpxuat_next.cer'), 'utf8')
  await (await createSandbox({ ...options, clock: later })).close()
  expect(readFileSync(join(directory, 'published/fpxuat_current.cer'), 'utf8')).toBe(next)
  expect(readFileSync(join(directory, 'published/fpxuat_next.cer'), 'utf8')).not.toBe(next)
})

test('a damaged memory is an error, not an empty past', async () => {
  const other = mkdtempSync(join(directory, 'damaged-'))
  writeFileSync(join(other, 'state.json'), '{"transactions": [')
  await expect(createSandbox({ ...options, directory: other })).rejects.toThrow(SyntaxError)
})

test('answers below its base path only, and opens control only when told', async () => {
  const sandbox = await createSandbox(options)
  const status = async (path: string, init?: RequestInit) => (await sandbox.handle(at(path, init))).status
  expect(await status('/sandbox/fpx')).toBe(200)
  expect(await status('/sandbox/fpx/FPXMain/termsAndConditions.jsp')).toBe(200)
  expect(await status('/sandbox/fpxx/')).toBe(404)
  expect(await status('/')).toBe(404)
  expect(await status('/sandbox/fpx/bank/1')).toBe(404)
  expect(await status('/sandbox/fpx/FPXMain/seller2DReceiver.jsp')).toBe(404)
  expect(await status('/sandbox/fpx/__control/state')).toBe(404)
  expect(await status('/sandbox/fpx/__control/reset', { method: 'POST' })).toBe(404)
  await sandbox.close()
})

test('control refuses what makes no sense', async () => {
  const world = await openWorld({ directory })
  expect((await world.control('nonsense', {})).status).toBe(404)
  for (const [action, fields] of [
    ['clock', { advance_ms: '-1' }],
    ['scenario', { scenario: 'nonsense' }],
    ['banks', { model: '01', code: 'NONE', status: 'B' }],
    ['bank_list', { mode: 'nonsense' }],
    ['certificates', { signer: 'stranger' }],
    ['resend', { exchange_order_no: 'NONE' }],
  ] as const)
    expect((await world.control(action, fields)).status, action).toBe(400)
  await world.close({ keep: true })
})

test('runs as a server of its own on a free port', async () => {
  const server = await startSandbox(0, options)
  expect((await fetch(`http://127.0.0.1:${server.port}/sandbox/fpx/`)).status).toBe(200)
  await server.close()
  await expect(fetch(`http://127.0.0.1:${server.port}/sandbox/fpx/`)).rejects.toThrow()
})

test('scenarios have names and sen of their own, and each sen is in the table', () => {
  const keys = SCENARIOS.map(({ key }) => key)
  const sen = SCENARIOS.flatMap((scenario) => scenario.sen ?? [])
  expect(new Set(keys).size).toBe(keys.length)
  expect(new Set(sen).size).toBe(sen.length)
  const [table] = readFileSync(join(import.meta.dirname, 'scenarios.ts'), 'utf8').split('*/')
  for (const { key, sen } of SCENARIOS)
    if (sen !== undefined) expect(table).toMatch(new RegExp(`\\b${key}\\b`))
})

test('the wire format against the published vector, written here a second time', () => {
  const values =
    '|SBI BANK A|TEST0021|test@example.com|||||01|AR|1 goods|01|EX00000000|EXORDERNO0000|SE00000000|ORDERNO000000|20170817140102|1.00|MYR|7.0'
  const fields = Object.fromEntries(AR.map((name, index) => [name, values.split('|')[index] ?? '']))
  expect(fields).toMatchObject({
    fpx_buyerBankId: 'TEST0021',
    fpx_sellerTxnTime: '20170817140102',
    fpx_version: '7.0',
  })
  expect(source(AR, fields)).toBe(values)
  expect([AR.length, AC.length]).toEqual([20, 21])
  for (const list of [AR, AC]) expect(list).toEqual(list.toSorted())
})

test('no bank stands twice', () => {
  const keys = BANKS.map(({ model, code }) => `${model} ${code}`)
  expect(new Set(keys).size).toBe(keys.length)
})
