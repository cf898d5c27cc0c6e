import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyringOf, SecretUnreadable } from '#app/domain/core/secrets.ts'
import { idValueOf, portalCredentials, sealFor, secretEndings, signerOf } from './secrets.ts'

const keys = { ring: keyringOf(Buffer.alloc(32, 7)), place: 'tenant_one' }
const [id, otherId] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const row = {
  id,
  ...{ client_id: 'client-of-one', mode: 'direct' as const, tin: 'C1234567890', id_type: 'BRN' as const },
  secret_sealed: sealFor(keys, id, 'secret_sealed', 'first-secret-1234'),
  second_secret_sealed: sealFor(keys, id, 'second_secret_sealed', 'second-secret-5678'),
  id_value_sealed: sealFor(keys, id, 'id_value_sealed', '202001234567'),
}

describe('credentials', () => {
  test('of a taxpayer that logs in itself', () => {
    expect(portalCredentials(keys, row)).toEqual({
      clientId: 'client-of-one',
      secrets: ['first-secret-1234', 'second-secret-5678'],
    })
    expect(portalCredentials(keys, { ...row, second_secret_sealed: null })!.secrets).toEqual([
      'first-secret-1234',
    ])
  })

  test('of an intermediary say for whom it logs in', () => {
    const there = { ...row, mode: 'intermediary' as const }
    expect(portalCredentials(keys, there)!.onBehalfOf).toBe('C1234567890')
    const sole = { ...there, tin: 'IG12345678901' }
    expect(portalCredentials(keys, sole)!.onBehalfOf).toBe('IG12345678901:202001234567')
    expect(portalCredentials(keys, { ...sole, id_type: 'NRIC' })!.onBehalfOf).toBe('IG12345678901')
  })

  test('are none without client id or secret', () => {
    expect(portalCredentials(keys, { ...row, client_id: null })).toBeUndefined()
    expect(portalCredentials(keys, { ...row, secret_sealed: null })).toBeUndefined()
  })
})

describe('a sealed value opens nowhere else:', () => {
  test('in another row', () => {
    expect(() => portalCredentials(keys, { ...row, id: otherId })).toThrow(SecretUnreadable)
    expect(() => idValueOf(keys, { ...row, id: otherId })).toThrow(SecretUnreadable)
  })
  test('in another organisation', () => {
    expect(() => portalCredentials({ ...keys, place: 'tenant_two' }, row)).toThrow(SecretUnreadable)
  })
  test('in another column', () => {
    const swapped = { ...row, secret_sealed: row.second_secret_sealed }
    expect(() => portalCredentials(keys, swapped)).toThrow(SecretUnreadable)
  })
})

test('of a secret its last four characters can be shown', () => {
  expect(secretEndings(keys, row)).toEqual({ first: '1234', second: '5678' })
  expect(secretEndings(keys, { ...row, second_secret_sealed: null })).toEqual({ first: '1234', second: null })
})

test('the key of the certificate signs', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const certificate_key_sealed = sealFor(keys, id, 'certificate_key_sealed', pkcs8)
  const certificate = Buffer.from('the certificate').toString('base64')
  const signer = signerOf(keys, { id, certificate, certificate_key_sealed })!
  expect(signer.key.equals(privateKey)).toBe(true)
  expect(String(signer.certificateDer)).toBe('the certificate')
  expect(signerOf(keys, { id, certificate: null, certificate_key_sealed: null })).toBeUndefined()
  expect(() => signerOf(keys, { id: otherId, certificate, certificate_key_sealed })).toThrow(SecretUnreadable)
})
