import type { CodeMeaning } from '../fpx/codes.ts'

/** Those that bring money by themselves; `payment_attempt.gateway` says which. */
export const gatewayNames = ['fpx', 'chip'] as const
export type GatewayName = (typeof gatewayNames)[number]

/**
 * What a gateway says of one order, in the terms of the oldest of them: an AC of FPX is one as it stands, and a purchase
 * of CHIP is put into them.
 */
export interface Report {
  /** By which the gateway knows the money; blank while there is none. */
  txn_id: string
  txn_at: Date | null
  /** By this the attempt is found. */
  exchange_order_no: string
  /** Null when it is not said, or out of form: never equal to an attempt's. */
  amount_sen: number | null
  bank_code: string
  bank_name: string
  /** The gateway's own word for how it stands; see `Dialect.meaningOf`. */
  debit_code: string
  /** The bank's reference. */
  debit_no: string
  /** Of the message, by their names there; `Dialect.differences` names those that are not as asked. */
  fields: Readonly<Record<string, string>>
}

/** How the messages of a gateway are to be read: nothing here needs a key, a network or a database. */
export interface Dialect {
  /** As people write it. */
  label: string
  /** What a word of {@link Report.debit_code} means; one that nobody has listed is `unknown`. */
  meaningOf(code: string): CodeMeaning
  /** Empty when a verified report is the answer to what was asked and stored with the attempt. */
  differences(report: Report, stored: Readonly<Record<string, string>>): string[]
  /** A message of our own log, which was verified when it came; null when it cannot be read. */
  readKept(body: Uint8Array): Report | null
  /** Where the payer paid in the end; null where the code is in no list. */
  bankName(report: Report, model: string | null): string | null
  /** Part of what makes a transaction unique; `usual` is the platform's, `stored` the attempt's request. */
  environmentOf(stored: Readonly<Record<string, string>>, usual: string): string
}

/** No answer that can be believed: leave every state as it is and ask again later. */
export interface Unknown {
  kind: 'unknown'
  why: string
  /** For the log: status, error message or time. */
  detail: string
  /** Unverified, for the message log; null when nothing came. */
  body: string | null
}

export type Enquiry = { kind: 'answer'; ac: Report; fingerprint: string; body: string } | Unknown

export interface CallOptions {
  timeoutMs?: number
  /** By which certificates are judged, for tests; else the process's clock. */
  now?: Date
}

/** A gateway with the keys in hand by which one organisation, or the platform for it, speaks with it. */
export interface GatewayClient {
  name: GatewayName
  /** Part of what makes a transaction unique: money of a test is none. */
  environment: string
  /** True when no answer could be believed, so that nothing may be begun and no silence counts. */
  isMute(at: Date): boolean
  /** Asks what became of an order, by what was stored with its attempt. Never throws for what the gateway does. */
  enquire(stored: Readonly<Record<string, string>>, options?: CallOptions): Promise<Enquiry>
}
