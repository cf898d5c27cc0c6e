import { filledText, plainText } from './text.ts'

/**
 * UBL 2.1 as JSON, in the form of OASIS (UBL-2.1-JSON): every element is a list of objects, a leaf holds its value under `_`
 * beside its attributes. The signature has a few plain attributes besides.
 */
export interface UblElement {
  [name: string]: string | number | boolean | UblElement[]
}

/** A whole document. All eight kinds have the root `Invoice`; the kind is its `InvoiceTypeCode`. */
export interface UblDocument {
  _D: string
  _A: string
  _B: string
  Invoice: [UblElement]
}

export const namespaces = {
  _D: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
  _A: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  _B: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
} as const

/** One leaf: a text, on one line and without control characters, or a number or a truth. */
export function leaf(
  value: string | number | boolean,
  attributes: Record<string, string> = {},
): UblElement[] {
  return [{ _: typeof value === 'string' ? plainText(value) : value, ...attributes }]
}

/** A leaf of what may be missing: nothing to spread when it is, since the portal refuses empty elements. */
export function optional(name: string, value: string | null | undefined): UblElement {
  const text = filledText(value)
  return text ? { [name]: [{ _: text }] } : {}
}
