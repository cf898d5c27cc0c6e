import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyringOf } from '#app/domain/core/secrets.ts'
import {
  checkCodeFits,
  checkCodeOf,
  claimOf,
  differencesOf,
  type PaperFacts,
  signedQuery,
  verdictOf,
} from './signed-paper.ts'
import { signerOf, signersOf, signingKeysOf } from './signing-keys.ts'

const ring = keyringOf(Buffer.alloc(32, 1))
const signer = signerOf(ring)
const keys = signingKeysOf(ring)
const facts: PaperFacts = {
  kind: 'receipt',
  number: 'RCP-26-000123',
  date: '2026-11-24',
  sen: 12_050,
  payer: 'Nur A*** bt. A***',
  issuer: 'Sekolah Rendah Cahaya & Rakan',
}
const queryOf = (of: PaperFacts = facts) => new URLSearchParams(signedQuery(signer, of))

describe('the address of a signed paper', () => {
  test('says in plain words what was signed', () => {
    expect(Object.fromEntries(queryOf())).toEqual({
      kind: 'receipt',
      number: 'RCP-26-000123',
      date: '2026-11-24',
      amount: '120.50',
      payer: 'Nur A*** bt. A***',
      issuer: 'Sekolah Rendah Cahaya & Rakan',
      key: signer.key,
      signature: expect.stringMatching(/^[\w-]{86}$/),
    })
  })

  test('is genuine in any order, and with what apps add to it', () => {
    const query = new URLSearchParams([...queryOf()].toReversed())
    query.append('utm_source', 'camera')
    expect(claimOf(query, keys)).toMatchObject({ state: 'signed', values: { amount: '120.50' } })
  })

  test('is not, once any of it is otherwise, left out or moved to another value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...queryOf().keys()), fc.string({ minLength: 1 }), (name, typed) => {
        const query = queryOf()
        fc.pre(query.get(name) !== typed && typed.trim() !== '')
        query.set(name, typed)
        if (name !== 'signature') expect(claimOf(query, keys)).toEqual({ state: 'altered' })
        query.delete(name)
        expect(claimOf(query, keys)).toEqual({ state: name === 'signature' ? 'unsigned' : 'altered' })
      }),
    )
    const moved = queryOf({ ...facts, payer: 'A', issuer: 'B C' })
    moved.set('payer', 'A\nB')
    moved.set('issuer', 'C')
    expect(claimOf(moved, keys)).toEqual({ state: 'altered' })
    const cut = queryOf()
    cut.set('signature', cut.get('signature')!.slice(0, 40))
    expect(claimOf(cut, keys)).toEqual({ state: 'altered' })
  })

  test('of another installation is not genuine here, nor is one whose key is claimed to be ours', () => {
    const theirs = signerOf(keyringOf(Buffer.alloc(32, 2)))
    const query = new URLSearchParams(signedQuery(theirs, facts))
    expect(claimOf(query, keys)).toEqual({ state: 'altered' })
    query.set('key', signer.key)
    expect(claimOf(query, keys)).toEqual({ state: 'altered' })
  })

  test('is genuine for good, also after the application has another key', () => {
    const later = keyringOf(Buffer.alloc(32, 3), [Buffer.alloc(32, 1)])
    expect(signerOf(later).key).not.toBe(signer.key)
    expect(claimOf(queryOf(), signingKeysOf(later))).toMatchObject({ state: 'signed' })
  })
})

describe('what is said of a paper', () => {
  const claim = claimOf(queryOf(), keys)
  const booked = { facts, cancelled_on: null, less: [] }
  const cancelled = { cancelled_on: '2026-11-26' }
  const less = { less: [{ on: '2026-11-25', sen: 2_000 }] }
  const verdict = (now: Partial<PaperFacts>, became: Partial<typeof cancelled & typeof less> = {}) =>
    verdictOf(claim, { ...booked, ...became, facts: { ...facts, ...now } })

  test('by what our books say today', () => {
    expect(verdict({})).toBe('genuine')
    expect(verdict({ payer: 'Azman', issuer: 'Renamed since' })).toBe('genuine')
    expect(verdict({}, cancelled)).toBe('cancelled')
    expect(verdict({ sen: 12_051 })).toBe('replaced')
    expect(verdict({ date: '2026-11-25' })).toBe('replaced')
    expect(verdict({ number: 'RCP-26-000124' })).toBe('altered')
    expect(verdict({ kind: 'invoice' })).toBe('altered')
    expect(verdictOf({ state: 'altered' }, { ...booked, ...cancelled })).toBe('altered')
    expect(verdictOf({ state: 'unsigned' }, { ...booked, ...less })).toBe('unsigned')
  })

  test('and by what has gone back of it, which no signature knows of', () => {
    expect(verdict({}, less)).toBe('reduced')
    expect(verdict({}, { ...less, ...cancelled })).toBe('cancelled')
    expect(verdict({ sen: 12_051 }, less)).toBe('replaced')
    expect(verdict({ kind: 'invoice' }, less)).toBe('altered')
  })

  test('and which of its facts are otherwise, whoever signed them', () => {
    const query = queryOf({ ...facts, sen: 99_999 })
    expect(differencesOf(query, facts)).toEqual(['amount'])
    query.set('date', '2026-01-01')
    expect(differencesOf(query, facts)).toEqual(['date', 'amount'])
    expect(differencesOf(new URLSearchParams(), facts)).toEqual([])
  })
})

describe('the check code', () => {
  const code = checkCodeOf(signer, facts)
  const typed = code.replace('-', '')

  test('is ten letters that stand for the signature', () => {
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect(checkCodeOf(signer, { ...facts, sen: facts.sen + 1 })).not.toBe(code)
  })

  test('fits its paper alone, with letters taken for others, and after a change of keys', () => {
    const signers = signersOf(keyringOf(Buffer.alloc(32, 3), [Buffer.alloc(32, 1)]))
    expect(checkCodeFits(signers, facts, typed.replaceAll('0', 'O').replaceAll('1', 'I'))).toBe(true)
    expect(checkCodeFits(signers, { ...facts, date: '2026-11-25' }, typed)).toBe(false)
    expect(checkCodeFits([signerOf(keyringOf(Buffer.alloc(32, 2)))], facts, typed)).toBe(false)
  })
})
