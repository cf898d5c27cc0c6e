import type { Transaction } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { Payload, PlatformJobName, TenantJobName } from '#app/outbox/catalogue.ts'
import type { DB } from '#db/types.ts'
import type { Letter, LetterSetting, Organisation, PlatformLetterSetting } from './letter.ts'
import type { Recipient } from './recipients.ts'

/** What loading may need beside what the job was given. */
export interface LoadContext {
  /** The id is the same in each run of the job. */
  job: { id: string }
  /** By which the secrets of the organisation, or of the platform, are opened. */
  keys: Keys
  environment: { mainHost: string; secure: boolean; mailFrom: string; smtpUrl?: string | undefined }
}

export interface TenantLoadContext extends LoadContext {
  entity: { id: string; name: string; subdomain: string }
}

/** Found: all that `load` found, of which `compose` says what is in Told. */
interface Definition<P, Told, Found extends Told, Context, Setting> {
  /** For the recipient's mail filters. */
  list: string
  /** What the letter says as it is now; undefined when there is nothing to send any more. */
  load(trx: Transaction<DB>, payload: P, context: Context): Promise<Found | undefined>
  /** To whom it goes; undefined when the person is not to be told any more, `address: null` when they have none. */
  to(trx: Transaction<DB>, payload: P, found: Found): Promise<Recipient | undefined> | Recipient | undefined
  compose(told: Told, setting: Setting): Letter
  /** After it was sent, or found to have been sent by an earlier run. */
  afterSending?(trx: Transaction<DB>, payload: P): Promise<unknown>
}

/**
 * Whose mail server sends it. 'organisation': its own, where it has one. 'platform': the platform's in the organisation's
 * name, for letters about what somebody who can set the organisation's own server could turn elsewhere. 'lunas': the
 * platform writes in its own name, in its own words and without the organisation's logo.
 */
type Sender = 'organisation' | 'platform' | 'lunas'

export interface TenantLetter<N extends TenantJobName, Told, Found extends Told = Told>
  extends Definition<Payload<N>, Told, Found, TenantLoadContext, LetterSetting> {
  /** 'organisation' where it does not say. */
  sentBy?: Sender
  /** Nobody reads answers to it. */
  noReply?: true
  /** The head and sender of the letter, where they are those of an earlier day. */
  organisation?(found: Found): Organisation
  /** Notes that nobody has an address; else that is passed over in silence. */
  noAddress?(trx: Transaction<DB>, payload: Payload<N>, found: Found): Promise<unknown>
}

export type PlatformLetter<N extends PlatformJobName, Told, Found extends Told = Told> = Definition<
  Payload<N>,
  Told,
  Found,
  LoadContext,
  PlatformLetterSetting
>

/** A letter of an organisation: what it says, to whom it goes, and its words, which are a pure function. */
export const defineLetter = <N extends TenantJobName, Told, Found extends Told = Told>(
  letter: TenantLetter<N, Told, Found>,
): TenantLetter<N, Told, Found> => letter

/** A letter of the platform itself, loaded at the platform's place. */
export const definePlatformLetter = <N extends PlatformJobName, Told, Found extends Told = Told>(
  letter: PlatformLetter<N, Told, Found>,
): PlatformLetter<N, Told, Found> => letter
