import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDocument } from '#app/domain/einvoice/document/build-document.ts'
import { anInvoice } from '#app/domain/einvoice/document/test-support.ts'
import { signDocument } from '#app/domain/einvoice/signature/sign-document.ts'
import { testSigner } from '#app/domain/einvoice/signature/test-support.ts'

let folder: string
let signed: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lunas-einvoice-'))
  const document = buildDocument(anInvoice({ version: '1.1' }))
  // As somebody saves it who opened it in an editor.
  signed = `\ufeff${JSON.stringify(await signDocument(document, testSigner(), new Date('2026-12-01')), null, 2)}\n`
})
afterAll(() => rmSync(folder, { recursive: true }))

function verify(text: string) {
  const file = join(folder, 'document.json')
  writeFileSync(file, text)
  return run('verify', file)
}

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'app/start/command/einvoice.ts', ...args],
    { encoding: 'utf8' },
  )
  const lines = stdout.split('\n')
  return { status, wrong: lines.filter((line) => line.startsWith('WRONG')), stdout, stderr }
}

test('a signed document is right, each check on its line', () => {
  const { status, stdout, wrong } = verify(signed)
  expect({ status, wrong }).toEqual({ status: 0, wrong: [] })
  expect(stdout.match(/^ok /gm)).toHaveLength(9)
})

test('of a changed one it says which digest differs, and ends with 1', () => {
  expect(verify(signed.replace('Aminah', 'Aminath'))).toMatchObject({
    status: 1,
    wrong: ['WRONG  digest of the document', 'WRONG  signature of the document'],
  })
})

test('a structure that the portal does not know is wrong, whoever signed it', () => {
  const { status, stdout } = verify(signed.replace('"DocumentCurrencyCode"', '"DocumentCurrency"'))
  expect(status).toBe(1)
  expect(stdout).toContain('/Invoice/0 must NOT have additional properties (DocumentCurrency)')
})

test('what is no signed document is wrong, and a file that is not there is said', () => {
  expect(verify('{"Invoice":[{}]}')).toMatchObject({ status: 1, wrong: ['WRONG  one signature in it'] })
  expect(verify('nonsense')).toMatchObject({ status: 1, wrong: ['WRONG  JSON of a document'] })
  expect(run('verify', join(folder, 'missing.json'))).toMatchObject({ status: 2, stdout: '' })
  expect(run('sign', 'x').stderr).toContain('npm run einvoice -- verify FILE')
})
