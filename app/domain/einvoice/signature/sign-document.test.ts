import { createPublicKey, sign, verify, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildDocument, documentText } from '../document/build-document.ts'
import { structureFaults } from '../document/structure.ts'
import { anInvoice, oneOfEach, school } from '../document/test-support.ts'
import type { UblDocument } from '../document/ubl.ts'
import { digest } from './digest.ts'
import { SignatureError, signDocument } from './sign-document.ts'
import { testSigner } from './test-support.ts'
import { failedChecks, verifyDocument } from './verify-document.ts'

const signer = testSigner()
const at = new Date('2026-12-01T01:00:00.700Z')
const unsigned = buildDocument(
  anInvoice({ version: '1.1', supplier: { ...school, name: `陈美玲 & "Ali" <A'>` } }),
)
const failing = (text: string) => failedChecks(verifyDocument(text))

let signed: UblDocument
let text: string
beforeAll(async () => {
  signed = await signDocument(unsigned, signer, at)
  text = documentText(signed)
})

// biome-ignore lint/suspicious/noExplicitAny: a tree whose every node has another form
type Tree = any

const signatureIn = (document: UblDocument): Tree => {
  const [{ UBLExtensions }] = document.Invoice
  const [extension] = UBLExtensions as Tree
  return extension.UBLExtension[0].ExtensionContent[0].UBLDocumentSignatures[0].SignatureInformation[0]
    .Signature[0]
}
/** The document after something of its signature was changed. */
function changed(change: (signature: Tree) => void): string {
  const copy = structuredClone(signed)
  change(signatureIn(copy))
  return documentText(copy)
}
const signedProperties = (signature: Tree) =>
  signature.Object[0].QualifyingProperties[0].SignedProperties[0].SignedSignatureProperties[0]

describe('a signed document', () => {
  test('verifies, and is the same text however often it is read and written', () => {
    expect(verifyDocument(text)).toMatchObject({ fits: true, numbers: 'shortest' })
    expect(JSON.stringify(JSON.parse(text))).toBe(text)
    expect(verifyDocument(JSON.stringify(JSON.parse(text), null, 2)).fits).toBe(true)
  })

  test('is the unsigned one with two elements more', () => {
    const { UBLExtensions, Signature, ...invoice } = signed.Invoice[0]
    expect(UBLExtensions && Signature).toBeTruthy()
    expect(documentText({ ...signed, Invoice: [invoice] })).toBe(documentText(unsigned))
    expect(structureFaults(signed)).toEqual([])
  })

  test('has the digest and the signature of the bytes of the document, worked out by other means', () => {
    const signature = signatureIn(signed)
    const [properties, document] = signature.SignedInfo[0].Reference
    expect(document).toMatchObject({
      Type: '',
      URI: '',
      DigestValue: [{ _: digest(documentText(unsigned)) }],
    })
    expect(properties.URI).toBe('#id-xades-signed-props')
    const { publicKey } = new X509Certificate(signer.certificateDer)
    const value = Buffer.from(signature.SignatureValue[0]._, 'base64')
    expect(createPublicKey(signer.key).equals(publicKey)).toBe(true)
    expect(verify('sha256', Buffer.from(documentText(unsigned)), publicKey, value)).toBe(true)
  })

  test('states issuer, decimal serial and time', () => {
    const { SigningTime, SigningCertificate } = signedProperties(signatureIn(signed))
    expect(SigningTime).toEqual([{ _: '2026-12-01T01:00:00Z' }])
    expect(SigningCertificate[0].Cert[0].IssuerSerial).toEqual([
      {
        X509IssuerName: [{ _: 'C=MY, O=Contoh Trust Sdn Bhd, OU=1000000-X, CN=Contoh CA' }],
        X509SerialNumber: [{ _: '1308502606566147853' }],
      },
    ])
  })

  test('can be of each kind', async () => {
    for (const document of oneOfEach({ version: '1.1' })) {
      const one = await signDocument(buildDocument(document), signer, at)
      expect([document.type, failing(documentText(one)), structureFaults(one)]).toEqual([
        document.type,
        [],
        [],
      ])
    }
  })
})

describe('what does not fit is named', () => {
  test('of an edited document: its digest and its signature', () => {
    expect(failing(text.replace('2310,', '2311,'))).toEqual(['document', 'signature'])
    expect(failing(text.replace('陈', '程'))).toEqual(['document', 'signature'])
  })

  test('of another signature value', () => {
    expect(failing(changed(({ SignatureValue }) => (SignatureValue[0]._ = 'AAAA')))).toEqual(['signature'])
  })

  test('of edited properties: their digest', () => {
    const edited = changed((one) => (signedProperties(one).SigningTime[0]._ = '2026-12-01T02:00:00Z'))
    expect(failing(edited)).toEqual(['properties'])
  })

  test('of a digest of the certificate', () => {
    const edited = changed((one) => {
      signedProperties(one).SigningCertificate[0].Cert[0].CertDigest[0].DigestValue[0]._ = 'AAAA'
    })
    expect(failing(edited)).toEqual(['properties', 'certificate'])
  })

  test('of a certificate that another signed with', () => {
    const other = testSigner({ bits: 3_072 }).certificateDer.toString('base64')
    const edited = changed(({ KeyInfo }) => (KeyInfo[0].X509Data[0].X509Certificate[0]._ = other))
    expect(failing(edited)).toEqual(['certificate', 'signature'])
  })

  test('of a serial in hexadecimal', () => {
    const edited = changed(({ KeyInfo }) => {
      KeyInfo[0].X509Data[0].X509IssuerSerial[0].X509SerialNumber[0]._ = '1228BC301C0C470D'
    })
    expect(verifyDocument(edited).checks.find(({ what }) => what === 'serial')).toEqual({
      what: 'serial',
      fits: false,
      stated: '1228BC301C0C470D',
      found: '1308502606566147853',
    })
  })

  test('of another method than SHA-256 with RSA', () => {
    const edited = changed(({ SignedInfo }) => (SignedInfo[0].SignatureMethod[0].Algorithm = 'rsa-sha1'))
    expect(failing(edited)).toEqual(['methods'])
  })

  test('of an issuer in another order', () => {
    const edited = changed(({ KeyInfo }) => {
      KeyInfo[0].X509Data[0].X509IssuerSerial[0].X509IssuerName[0]._ =
        'CN=Contoh CA, O=Contoh Trust Sdn Bhd, C=MY'
    })
    expect(failing(edited)).toEqual(['issuer'])
  })

  test('of nothing signed, two signatures, no certificate and no document', () => {
    expect(failing(documentText(unsigned))).toEqual(['signed'])
    const twice = structuredClone(signed)
    const [extension] = twice.Invoice[0].UBLExtensions as Tree
    extension.UBLExtension.push(extension.UBLExtension[0])
    expect(failing(documentText(twice))).toEqual(['signed'])
    expect(failing(changed(({ KeyInfo }) => (KeyInfo[0].X509Data[0].X509Certificate[0]._ = 'AAAA')))).toEqual(
      ['certificate'],
    )
    for (const none of ['', '{}', '[]', 'null', '{"Invoice":{}}']) expect(failing(none)).toEqual(['json'])
  })
})

test('numbers that were signed as they were written verify, and are told apart', () => {
  // Whoever writes 2310.00 and hashes that text: one of the portal's own samples.
  const long = documentText(unsigned).replaceAll('2310,', '2310.00,')
  const value = sign('sha256', Buffer.from(long), signer.key).toString('base64')
  const edited = changed(({ SignatureValue, SignedInfo }) => {
    SignatureValue[0]._ = value
    SignedInfo[0].Reference[1].DigestValue[0]._ = digest(long)
  }).replaceAll('2310,', '2310.00,')
  expect(verifyDocument(edited)).toMatchObject({ fits: true, numbers: 'kept' })
  expect(verifyDocument(JSON.stringify(JSON.parse(edited)))).toMatchObject({ fits: false })
})

describe('nothing is returned that does not verify', () => {
  test.each([
    [
      'the key is of another certificate',
      () => ({ ...signer, key: testSigner({ bits: 3_072 }).key }),
      ['signature'],
    ],
    ['the certificate has ended', () => testSigner({ to: new Date('2026-11-30T00:00:00Z') }), ['time']],
    ['the certificate has not begun', () => testSigner({ from: new Date('2026-12-02T00:00:00Z') }), ['time']],
  ])('because %s', async (_, other, failed) => {
    const refused = await signDocument(unsigned, other(), at).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SignatureError)
    expect((refused as SignatureError).failed).toEqual(failed)
  })
})

test('what was signed before is signed once more, not twice', async () => {
  const again = await signDocument(signed, signer, at)
  expect(documentText(again)).toBe(text)
})
