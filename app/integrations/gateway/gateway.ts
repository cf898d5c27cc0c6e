import type { CodeMeaning } from '../fpx/codes.ts'

/** The payment gateways; stored in `payment_attempt.gateway`. */
export const gatewayNames = ['fpx', 'chip'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** What a gateway says about one order, in the terms of FPX: an AC of FPX is a report, and a purchase of CHIP is translated. */
export interface Report {
  /** The gateway's transaction id; blank while there is none. */
  txn_id: string
  txn_at: Date | null
  /** Identifies the attempt. */
  exchange_order_no: string
  /** Null when it is missing or malformed, and then never equal to that of an attempt. */
  amount_sen: number | null
  bank_code: string
  bank_name: string
  /** The gateway's status code; see `Dialect.meaningOf`. */
  debit_code: string
  /** The bank's reference. */
  debit_no: string
  /** The fields of the message; `Dialect.differences` lists those that differ from the request. */
  fields: Readonly<Record<string, string>>
}

/** How the messages of a gateway are read; needs no key, network or database. */
export interface Dialect {
  /** As people write it. */
  label: string
  /** The meaning of a {@link Report.debit_code}; `unknown` for one in no list. */
  meaningOf(code: string): CodeMeaning
  /** The fields that differ from the stored request; empty when a report is its answer. */
  differences(report: Report, stored: Readonly<Record<string, string>>): string[]
  /** Reads a stored message, which was verified when it came; null when it cannot be read. */
  readStored(body: Uint8Array): Report | null
  /** The bank that the payer used in the end; null when its code is in no list. */
  bankName(report: Report, model: string | null): string | null
  /** Part of what makes a transaction unique; `usual` is the platform's, `stored` the attempt's request. */
  environmentOf(stored: Readonly<Record<string, string>>, usual: string): string
}

/** No trustworthy answer: leave the state unchanged and ask again later. */
export interface Unknown {
  kind: 'unknown'
  why: string
  /** For the log: status, error message or time. */
  detail: string
  /** Unverified, for the message log; null when nothing came. */
  body: string | null
}

export type Enquiry = { kind: 'answer'; report: Report; fingerprint: string; body: string } | Unknown

export interface CallOptions {
  timeoutMs?: number
  /** The time for checking certificates, for tests. Default: the clock of the process. */
  now?: Date
}

/** A gateway with the keys of one organisation, or of the platform. */
export interface GatewayClient {
  name: GatewayName
  /** Part of what makes a transaction unique: test money is not money. */
  environment: string
  /** True while no answer can be verified (an expired certificate): nothing may be started, and missing answers mean nothing. */
  isMute(at: Date): boolean
  /** Asks about an order, with the request that was stored with its attempt. Never throws because of the gateway. */
  enquire(stored: Readonly<Record<string, string>>, options?: CallOptions): Promise<Enquiry>
}
