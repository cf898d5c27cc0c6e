import { createPrivateKey, X509Certificate } from 'node:crypto'
import forge from 'node-forge'
import { describe, expect, test } from 'vitest'
import { openPkcs12, pkcs12Limits } from './pkcs12.ts'
import { type Cipher, fingerprint, makeCertificate, pkcs12Of } from './test-support.ts'

const made = makeCertificate()
const refused = (file: Buffer, password: string, fault: string) =>
  expect(openPkcs12(file, password)).rejects.toMatchObject({ name: 'Pkcs12Unusable', fault })

describe('certificate and key come out byte by byte as they went in:', () => {
  test.each<Cipher>(['aes256', '3des', 'rc2'])('%s', async (cipher) => {
    const { certificate, key } = await openPkcs12(
      pkcs12Of(made, 'kata laluan é', { cipher }),
      'kata laluan é',
    )
    expect(fingerprint(certificate)).toBe(fingerprint(made.der))
    const opened = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
    expect(new X509Certificate(certificate).checkPrivateKey(opened)).toBe(true)
  })
})

describe('refused, each with its own reason:', () => {
  test.each<Cipher>(['aes256', 'rc2'])('a wrong password, of %s', async (cipher) => {
    await refused(pkcs12Of(made, 'right', { cipher }), 'wrong', 'password')
    await refused(pkcs12Of(made, 'right', { cipher }), '', 'password')
  })

  test('what is no such file', async () => {
    await refused(Buffer.from('%PDF-1.7'), 'x', 'not_a_file')
    await refused(Buffer.alloc(0), 'x', 'not_a_file')
    await refused(made.der, 'x', 'not_a_file')
    const cut = pkcs12Of(made, 'right')
    await refused(cut.subarray(0, cut.length / 2), 'right', 'not_a_file')
    await refused(Buffer.alloc(pkcs12Limits.bytes + 1), 'x', 'not_a_file')
  })

  test('one without a key, and one with the key of another', async () => {
    await refused(pkcs12Of(made, 'right', { cipher: 'rc2', key: null }), 'right', 'incomplete')
    const { privateKey } = forge.pki.rsa.generateKeyPair(1024)
    await refused(pkcs12Of(made, 'right', { cipher: 'rc2', key: privateKey }), 'right', 'incomplete')
  })
})
