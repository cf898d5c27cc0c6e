import { X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, expectTypeOf, test } from 'vitest'
import type { Environment } from '#app/environment.ts'
import { readCertificate } from './certificates/certificate.ts'
import { FpxConfigError, type FpxEnvironment, fpxConfig, sandboxDirectory } from './config.ts'
import { makePair } from './test-support.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'fpx-config-'))
afterAll(() => rm(dataDir, { recursive: true }))
const [one, two] = await Promise.all([
  makePair('2026-01-01', '2027-01-01'),
  makePair('2026-06-01', '2028-01-01'),
])

const keyFile = join(dataDir, 'EX00012345.key')
const folder = join(dataDir, 'paynet')
await mkdir(folder)
await writeFile(keyFile, one.key)
await writeFile(join(folder, 'fpxprod_current.cer'), one.certificate)
await writeFile(join(folder, 'fpxprod.cer'), new X509Certificate(two.certificate).raw)
await writeFile(join(folder, 'README.txt'), 'not a certificate')

function live(fpx: Partial<FpxEnvironment['fpx']> = {}, rest: Partial<FpxEnvironment> = {}): FpxEnvironment {
  return {
    mode: 'production',
    sandbox: false,
    sandboxPort: 3001,
    mainHost: 'lunas.test',
    secure: true,
    dataDir,
    fpx: {
      url: 'https://www.mepsfpx.com.my',
      exchangeId: 'EX00012345',
      sellerBankCode: undefined,
      privateKeyFile: keyFile,
      certificates: [folder],
      ...fpx,
    },
    ...rest,
  }
}

test('reads the key and every certificate of the folder, in PEM and DER', async () => {
  const config = await fpxConfig(live())
  expect(config).toMatchObject({
    url: 'https://www.mepsfpx.com.my',
    exchangeId: 'EX00012345',
    sellerBankCode: '01',
    privateKey: one.key,
    environment: 'production',
  })
  const prints = [two, one].map(({ certificate }) => readCertificate(certificate).fingerprint)
  expect(config.certificates.map((pem) => readCertificate(pem).fingerprint)).toEqual(prints)
})

test('takes single files, and several certificates in one', async () => {
  const bundle = join(dataDir, 'bundle.pem')
  await writeFile(bundle, `Bag Attributes\n${one.certificate}\n${two.certificate}`)
  expect((await fpxConfig(live({ certificates: [bundle] }))).certificates).toHaveLength(2)
})

test("PayNet's test host is no production, whatever the mode", async () => {
  expect((await fpxConfig(live({ url: 'https://uat.mepsfpx.com.my' }))).environment).toBe('uat')
  expect((await fpxConfig(live({}, { mode: 'demo' }))).environment).toBe('uat')
})

test.each([
  ['no address', live({ url: undefined }), 'needs its address'],
  ['no key', live({ privateKeyFile: undefined }), 'needs its address'],
  ['no certificate', live({ certificates: [] }), 'needs its address'],
  ['plain http', live({ url: 'http://www.mepsfpx.com.my' }), 'over https'],
  ['a key that is not there', live({ privateKeyFile: join(dataDir, 'none.key') }), 'none.key cannot be read'],
  [
    'a key that is none',
    live({ privateKeyFile: join(folder, 'README.txt') }),
    'README.txt is not a private RSA key',
  ],
  [
    'a certificate that is none',
    live({ certificates: [join(folder, 'README.txt')] }),
    'README.txt is not an RSA certificate',
  ],
  ['a folder that is not there', live({ certificates: [join(dataDir, 'none')] }), 'none cannot be read'],
])('refuses %s in one clear sentence', async (_, environment, sentence) => {
  const attempt = fpxConfig(environment)
  await expect(attempt).rejects.toThrow(FpxConfigError)
  await expect(attempt).rejects.toThrow(sentence)
})

test('reads our own certificate, and refuses one that is of another key', async () => {
  const [ours, others] = [join(dataDir, 'own.cer'), join(dataDir, 'other.cer')]
  await writeFile(ours, one.certificate)
  await writeFile(others, two.certificate)
  expect((await fpxConfig(live())).ownCertificate).toBeNull()
  expect((await fpxConfig(live({ ownCertificateFile: ours }))).ownCertificate).toBe(one.certificate)
  await expect(fpxConfig(live({ ownCertificateFile: others }))).rejects.toThrow('not the certificate of our')
})

test('without a key of its own, the demo talks to the sandbox', async () => {
  const environment = live(
    { url: 'http://localhost:3001/fpx', exchangeId: undefined, privateKeyFile: undefined, certificates: [] },
    { mode: 'demo', sandbox: true, secure: false, mainHost: 'localhost:3000' },
  )
  await expect(fpxConfig(environment)).rejects.toThrow(FpxConfigError)
  const directory = sandboxDirectory(environment)
  await Promise.all(
    ['merchant', 'published'].map((name) => mkdir(join(directory, name), { recursive: true })),
  )
  await writeFile(join(directory, 'merchant', 'EX00000000.key'), one.key)
  await writeFile(join(directory, 'merchant', 'EX00000000.cer'), one.certificate)
  await writeFile(join(directory, 'published', 'fpxuat_current.cer'), two.certificate)
  expect(await fpxConfig(environment)).toEqual({
    url: 'http://127.0.0.1:3001/sandbox/fpx',
    browserUrl: 'http://localhost:3000/sandbox/fpx',
    exchangeId: 'EX00000000',
    sellerBankCode: '01',
    privateKey: one.key,
    certificates: [two.certificate],
    ownCertificate: one.certificate,
    environment: 'uat',
    sandbox: true,
  })
})

test('the product’s environment has what is needed', () => {
  expectTypeOf<Environment>().toExtend<FpxEnvironment>()
})
