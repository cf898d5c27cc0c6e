import { type Kysely, sql } from 'kysely'
import { databaseDay } from '#app/domain/core/clock.ts'
import type { EInvoiceState } from '#app/domain/core/invoicing/einvoice-state.ts'
import { type PortalOf, portalLink } from '#app/domain/einvoice/documents/portal-link.ts'
import { isObliged, type ObligationAnswers } from '#app/domain/einvoice/obligation/obligation.ts'
import type { DB } from '#db/types.ts'
import { type QrImage, qrCode } from './qr/qr-code.ts'

/** What a paper says of the e-invoices of what it is about. */
export interface EInvoicesOnPaper {
  /** Where they are on the paper. */
  position: 'top' | 'bottom'
  /** Those that are valid, with the QR code of their page at the tax portal. */
  valid: {
    number: string
    uuid: string
    validated_at: Date | null
    url: string
    qr: QrImage
    /** Of the portal's test system: it counts for nothing. */
    isTest: boolean
  }[]
  /** UUIDs of those that were cancelled. */
  cancelled: string[]
  /** The organisation must issue e-invoices, and this is none: the paper says so. */
  isNone: boolean
}

/** A paper holds the QR codes of so many; of further ones it names the UUID alone. */
export const mostCodes = 4

/** @param states of the invoices that the paper is about; a paper without any, such as of a gift, says nothing */
export function einvoicesOnPaper(
  states: readonly (EInvoiceState | null)[],
  { portalOf, obliged }: { portalOf: PortalOf; obliged: boolean },
): EInvoicesOnPaper | null {
  const known = states.filter((one) => one !== null)
  const valid = known.flatMap((one) => {
    const url = portalLink(one, portalOf)
    if (!url || !one.uuid) return []
    const { number, uuid, validated_at } = one
    return [{ number, uuid, validated_at, url, qr: qrCode(url), isTest: one.environment === 'sandbox' }]
  })
  const cancelled = known.flatMap(({ status, uuid }) => (status === 'cancelled' && uuid ? [uuid] : []))
  const isNone = valid.length === 0 && states.length > 0 && obliged
  if (valid.length + cancelled.length === 0 && !isNone) return null
  return { position: known[0]?.qr_position ?? 'bottom', valid, cancelled, isNone }
}

/** Whether the organisation must issue e-invoices today; false while it has not said who it is. */
export async function isObligedNow(db: Kysely<DB>): Promise<boolean> {
  const [answers, today] = await Promise.all([
    db
      .selectFrom('einvoice_obligation')
      .select(['turnover_year', 'started_on', 'related_above_1m', 'statutory', 'approved_donations'])
      .select(['relaxation_declined', 'agreed_start_on'])
      .select(sql<ObligationAnswers['turnover_band']>`turnover_band`.as('turnover_band'))
      .executeTakeFirst(),
    databaseDay(db),
  ])
  return answers !== undefined && isObliged(answers, today)
}
