import { checkCodeOf, type PaperFacts, signedQuery } from '#app/domain/core/signatures/signed-paper.ts'
import type { Signer } from '#app/domain/core/signatures/signing-keys.ts'
import type { PortalOf } from '#app/domain/einvoice/documents/portal-link.ts'
import { paths } from '#app/paths.ts'
import { type QrImage, qrCode } from './qr/qr-code.ts'

/** How papers of an organisation are drawn. */
export interface Look {
  /** The organisation's own, such as `https://demo.lunas.my`. */
  origin: string
  /** What the renderer can load. */
  logo: string | null
  signer: Signer
  /** Where e-invoices are seen at the tax portal. */
  portalOf: PortalOf
}

/** Where a paper is seen and checked online. */
export interface SignedOnline {
  /** Its page, as it is printed. */
  url: string
  /** Leads to that page, with what was signed. */
  qr: QrImage
  /** Where to type its number and its check code, without a scheme, and that code. */
  check: { at: string; code: string }
}

/** The page of a paper at `path`, signed. */
export function signedOnline(
  { origin, signer }: Pick<Look, 'origin' | 'signer'>,
  path: string,
  facts: PaperFacts,
): SignedOnline {
  const url = origin + path
  return {
    url,
    qr: qrCode(url + signedQuery(signer, facts)),
    check: { at: hostOf(origin) + paths.verify.ask(), code: checkCodeOf(signer, facts) },
  }
}

const hostOf = (origin: string) => origin.replace(/^https?:\/\//, '')
