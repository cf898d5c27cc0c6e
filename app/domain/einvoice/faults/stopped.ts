/**
 * Why an organisation's e-invoices wait for a person; the sentences are `einvoice_fault.stopped.<reason>`:
 * - credential: the portal refuses client id and secret
 * - intermediary_auth: it does not let the intermediary act
 * - forbidden: it refuses something that the organisation has not permitted
 * - clock: our time and the portal's are too far apart
 * - certificate: nothing can be signed
 */
export const stopReasons = ['credential', 'intermediary_auth', 'forbidden', 'clock', 'certificate'] as const
export type StopReason = (typeof stopReasons)[number]

/** What was stored as the fault of a setting, as a reason with a sentence. */
export const stopReasonOf = (fault: string | null): StopReason | 'other' =>
  stopReasons.find((reason) => reason === fault) ?? 'other'
