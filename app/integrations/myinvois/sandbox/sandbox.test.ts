import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { afterAll, describe, expect, test } from 'vitest'
import { readOptions } from './options.ts'
import { sample, school } from './samples.fixture.ts'
import { createMyInvoisSandbox } from './sandbox.ts'
import { openStore } from './store.ts'
import { readSwitches } from './switches.ts'
import { openDesk } from './test-support.ts'

const directories: string[] = []
const newDirectory = () => {
  const made = mkdtempSync(join(tmpdir(), 'myinvois-sandbox-'))
  directories.push(made)
  return made
}
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true })
})

const options = {
  mode: 'test',
  basePath: '/sandbox/myinvois',
  publicUrl: 'http://localhost:3000/sandbox/myinvois',
} as const

test('does not run in production, nor with addresses and switches that are none', async () => {
  const directory = newDirectory()
  await expect(createMyInvoisSandbox({ ...options, directory, mode: 'production' })).rejects.toThrow(
    'does not run in production',
  )
  expect(() => readOptions({ ...options, directory, basePath: 'sandbox/' })).toThrow('base path')
  expect(() => readOptions({ ...options, directory, publicUrl: '/sandbox' })).toThrow()
  expect(() => readOptions({ ...options, directory, switches: { colour: 'red' } as never })).toThrow(
    'no such switch',
  )
})

test('answers below its base path only, and opens control only when told', async () => {
  const sandbox = await createMyInvoisSandbox({ ...options, directory: newDirectory() })
  const status = async (path: string, init?: RequestInit) =>
    (await sandbox.handle(new Request(`http://localhost:3000${path}`, init))).status
  expect(await status('/sandbox/myinvois')).toBe(200)
  expect(await status('/sandbox/myinvoisx')).toBe(404)
  expect(await status('/')).toBe(404)
  expect(await status('/sandbox/myinvois/api/v1.0/nonsense')).toBe(404)
  expect(await status('/sandbox/myinvois/api/v1.0/documents/recent')).toBe(401)
  expect(await status('/sandbox/myinvois/__control/state')).toBe(404)
  expect(await status('/sandbox/myinvois/desk/clock', { method: 'POST', body: 'hours=1' })).toBe(400)
  await sandbox.close()
})

describe('the memory', () => {
  test('keeps documents, clients, switches, the clock and those that wait', async () => {
    const directory = newDirectory()
    const first = await openDesk({ directory })
    const done = await first.validated(sample({ number: 'DONE', at: first.now() }))
    const { body } = await first.submit([sample({ number: 'WAITS', at: first.now() })])
    const client = await first.control('clients', { tin: school.tin })
    await first.control('clock', { advance_ms: 3_600_000 })
    await first.control('switches', { validateAfterMs: 60_000 })
    await first.close()

    const second = await openDesk({ directory })
    const read = async (uuid: string) => (await second.call('GET', `documents/${uuid}/details`)).body
    expect(await read(done.uuid)).toMatchObject({ status: 'Valid', longId: done.longId })
    expect((await read(body.acceptedDocuments[0].uuid)).status).toBe('Valid')
    expect((await second.control('state')).switches.validateAfterMs).toBe(60_000)
    const form = { client_id: client.clientId, client_secret: client.secrets[1] }
    expect((await second.login(form)).status).toBe(200)
    const repeated = await second.control('document?of=DONE')
    expect(JSON.parse(repeated.text).Invoice[0].ID[0]._).toBe('DONE')
    await second.close()
  })

  test('costs a line for each change, and its last line may have been cut', async () => {
    const directory = newDirectory()
    const file = join(directory, 'rows.ndjson')
    const first = await openDesk({ directory })
    for (const number of ['ONE', 'TWO']) await first.validated(sample({ number, at: first.now() }))
    await first.close()
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
    const tables = Map.groupBy(lines, (line) => JSON.parse(line)[0])
    const counts = [...tables].map(([table, { length }]) => [table, length])
    // each document as it was taken in, and as it was decided upon
    expect(Object.fromEntries(counts)).toEqual({
      ...{ meta: 1, clients: 1, taxpayers: 1, documents: 4, submissions: 2 },
    })
    appendFileSync(file, '["documents","CUT",{"uuid":"C')
    const second = await openDesk({ directory })
    expect(await second.control('documents')).toHaveLength(2)
    await second.close()
  })

  test('lets go of texts that nobody asks for any more, and keeps those of documents', async () => {
    const directory = newDirectory()
    const first = await openDesk({ directory })
    for (const number of ['KEPT-1', 'KEPT-2']) await first.validated(sample({ number, at: first.now() }))
    await first.close()
    const second = await openStore(directory, readSwitches({}), 100)
    for (const { number, text } of second.rows('documents').values())
      expect(JSON.parse(await second.texts.read(text)).Invoice[0].ID[0]._).toBe(number)
    await second.close()
    // the bodies of calls, which hold the same in Base64, are gone
    const files = readdirSync(directory).filter((name) => name.startsWith('texts'))
    expect(files).toEqual(['texts-1.ndjson'])
    expect(readFileSync(join(directory, 'texts-1.ndjson'), 'utf8')).not.toContain('documentHash')
  })

  test('that is damaged is an error, not an empty past', async () => {
    const directory = newDirectory()
    writeFileSync(join(directory, 'rows.ndjson'), '["documents", \n["meta","",{}]\n')
    await expect(createMyInvoisSandbox({ ...options, directory })).rejects.toThrow(SyntaxError)
  })
})

test('the authority is made once, keeps its key to itself, and gives files of today and of old', async () => {
  const directory = newDirectory()
  const first = await openDesk({ directory })
  const before = readFileSync(join(directory, 'authority.cer'), 'utf8')
  expect(statSync(join(directory, 'authority.key')).mode & 0o077).toBe(0)
  const order = { name: school.name, tin: school.tin, registrationNo: school.id, password: 'rahsia' }
  const open = (p12: string, passphrase = 'rahsia') =>
    createSecureContext({ pfx: Buffer.from(p12, 'base64'), passphrase })
  const modern = await first.control('certificate', order)
  open(modern.p12)
  expect(() => open(modern.p12, 'wrong')).toThrow('mac verify failure')
  const old = await first.control('certificate', { ...order, form: 'old' })
  expect(() => open(old.p12, 'wrong')).toThrow('mac verify failure')
  expect(() => open(old.p12)).toThrow('Unsupported PKCS12 PFX data')
  await first.close()
  const second = await openDesk({ directory })
  expect(readFileSync(join(directory, 'authority.cer'), 'utf8')).toBe(before)
  await second.close()
})

test('control refuses what makes no sense', async () => {
  const desk = await openDesk()
  for (const [action, fields] of [
    ['clock', { advance_ms: -1 }],
    ['switches', { colour: 'red' }],
    ['trouble', { kind: 'rain' }],
    ['trouble', { kind: 'http500', endpoint: 'nowhere' }],
    ['taxpayers', { tin: 'C1', name: 'x', idType: 'SSM', idValue: '1' }],
    ['reject', { of: 'NONE', reason: 'x' }],
    ['type', { tin: school.tin, number: 'x', total: '5' }],
    ['certificate', {}],
  ] as const) {
    const answer = await desk.send(`/__control/${action}`, { method: 'POST', body: JSON.stringify(fields) })
    expect(answer.status, action).toBe(400)
  }
  expect((await desk.send('/__control/nonsense')).status).toBe(404)
  expect((await desk.send('/__control/state', { method: 'POST', body: '{' })).status).toBe(404)
  await desk.close()
})
