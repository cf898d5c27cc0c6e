import { type Found, sentences } from '../document/faults.ts'
import { type DocumentRead, readDocument } from '../document/read.ts'
import type { Portal } from '../portal.ts'
import type { Finding, Kept, Step } from '../store.ts'
import { codeFaults } from './code-fields.ts'
import { currencyFaults } from './currency.ts'
import { duplicateFaults } from './duplicate.ts'
import { referenceFaults } from './references.ts'
import { signatureFaults } from './signature.ts'
import { taxpayerFaults } from './taxpayer.ts'

interface Validator {
  name: string
  malay: string
  wrapper: string
  of(portal: Portal, document: DocumentRead, kept: Kept): Found[]
}

/** Those that work in the background, with the portal's names, in its order. */
const VALIDATORS: readonly Validator[] = [
  {
    ...{
      name: 'Step03-Duplicated Submission Validator',
      malay: 'Step03-Pengesah Penyerahan Berganda Tidak Sah',
    },
    wrapper: 'Error03',
    of: (portal, _, kept) => duplicateFaults(portal, kept),
  },
  {
    ...{ name: 'Step04-Code Field Validator', malay: 'Step04-Pengesah Medan Kod Tidak Sah' },
    wrapper: 'Error04',
    of: (_, document) => codeFaults(document),
  },
  {
    ...{
      name: 'Step05-Taxpayer Profile Validator',
      malay: 'Step05-Pengesah Profil Pembayar Cukai Tidak Sah',
    },
    wrapper: 'Error05',
    of: taxpayerFaults,
  },
  {
    ...{ name: 'Step06-Document References Validator', malay: 'Step06-Pengesah Rujukan Dokumen Tidak Sah' },
    wrapper: 'Error06',
    of: referenceFaults,
  },
  {
    ...{ name: 'Step07-Document Currency Validator', malay: 'Step07-Pengesah Mata Wang Dokumen Tidak Sah' },
    wrapper: 'Error07',
    of: currencyFaults,
  },
  {
    ...{
      name: 'Step08-Document Signature Validator',
      malay: 'Step08-Pengesah Tandatangan Dokumen Tidak Sah',
    },
    wrapper: 'Error21',
    of: signatureFaults,
  },
]

/** What each validator says about a document as it was sent; unsigned versions have no step for signatures. */
export function validate(portal: Portal, kept: Kept, text: string): Step[] {
  const document = readDocument(JSON.parse(text), text)
  const isSigned = kept.version === '1.1' || kept.version === '1.3'
  return VALIDATORS.filter(({ wrapper }) => wrapper !== 'Error21' || isSigned).map((validator) => {
    const inner = validator.of(portal, document, kept).map(shown)
    const { name } = validator
    return inner.length === 0
      ? { name, status: 'Valid' }
      : { name, status: 'Invalid', error: wrapped(validator, inner) }
  })
}

/** Refused by somebody at the desk, as the taxpayer step would. */
export function refuseByHand({ store, now }: Portal, kept: Kept, fault: Found): void {
  const [, , taxpayer] = VALIDATORS
  if (!taxpayer) return
  const steps: Step[] = [{ name: taxpayer.name, status: 'Invalid', error: wrapped(taxpayer, [shown(fault)]) }]
  Object.assign(kept, { status: 'Invalid', validated: now(), steps })
  store.put('documents', kept.uuid, kept)
}

function wrapped({ name, malay, wrapper }: Validator, innerError: Finding[]): Finding {
  return {
    ...{ propertyName: null, propertyPath: null, errorCode: wrapper },
    ...{ error: name.replace('-', '-Invalid '), errorMs: malay, innerError },
  }
}

function shown(one: Found): Finding {
  const { en, ms } = sentences(one)
  return {
    ...{ propertyName: one.property, propertyPath: one.path, errorCode: one.code },
    ...{ error: en, errorMs: ms, innerError: null },
  }
}
