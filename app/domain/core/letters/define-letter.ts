import type { Transaction } from 'kysely'
import type { Keys } from '#app/domain/core/secrets.ts'
import type { Payload, PlatformJobName, TenantJobName } from '#app/outbox/catalogue.ts'
import type { DB } from '#db/types.ts'
import type { Letter, LetterSetting, Organisation, PlatformLetterSetting } from './letter.ts'
import type { Recipient } from './recipients.ts'

/** A mail of a job; the id is the same in each run of the job. */
export interface Sending {
  job: { id: string }
  address: string
}

/** What `load` may need in addition to the payload of the job. */
export interface LoadContext {
  /** The id is the same in each run of the job. */
  job: { id: string }
  /** For secrets of the organisation, or of the platform. */
  keys: Keys
  environment: { mainHost: string; secure: boolean; mailFrom: string; smtpUrl?: string | undefined }
}

export interface TenantLoadContext extends LoadContext {
  entity: { id: string; name: string; subdomain: string }
}

/**
 * A letter by e-mail: whom it goes to and what it says. `Content` is the data that the words are made from, `Loaded` all that
 * `load` returns, which may include more, such as facts for an attachment.
 */
interface LetterDefinition<P, Content, Loaded extends Content, Context, Setting> {
  /** For the recipient's mail filters. */
  list: string
  /** Reads the current data; undefined when there is nothing to send any more. */
  load(trx: Transaction<DB>, payload: P, context: Context): Promise<Loaded | undefined>
  /** The recipient; undefined when the person must not get it any more, `address: null` when they have none. */
  to(trx: Transaction<DB>, payload: P, loaded: Loaded): Promise<Recipient | undefined> | Recipient | undefined
  /** The words of the letter; a pure function. */
  compose(content: Content, setting: Setting): Letter
  /** After it was sent, or loaded to have been sent by an earlier run. */
  afterSending?(trx: Transaction<DB>, payload: P, sent: Sending): Promise<unknown>
}

/**
 * Whose mail server sends it. 'organisation': its own, where it has one. 'platform': the platform's in the organisation's
 * name, for letters about what somebody who can set the organisation's own server could turn elsewhere. 'lunas': the
 * platform writes in its own name, in its own words and without the organisation's logo.
 */
type Sender = 'organisation' | 'platform' | 'lunas'

export interface TenantLetter<N extends TenantJobName, Content, Loaded extends Content = Content>
  extends LetterDefinition<Payload<N>, Content, Loaded, TenantLoadContext, LetterSetting> {
  /** Default: 'organisation'. */
  sentBy?: Sender
  /** Replies are not read. */
  noReply?: true
  /** The letterhead and sender, where they are not the current ones, as on a receipt. */
  organisation?(loaded: Loaded): Organisation
  /** Records that the recipient has no address; by default nothing is recorded. */
  noAddress?(trx: Transaction<DB>, payload: Payload<N>, loaded: Loaded): Promise<unknown>
  /** After its last try has failed. */
  failed?(trx: Transaction<DB>, payload: Payload<N>, sending: Sending & { error: unknown }): Promise<unknown>
}

export type PlatformLetter<
  N extends PlatformJobName,
  Content,
  Loaded extends Content = Content,
> = LetterDefinition<Payload<N>, Content, Loaded, LoadContext, PlatformLetterSetting>

/** Defines a letter of an organisation. */
export const defineLetter = <N extends TenantJobName, Content, Loaded extends Content = Content>(
  letter: TenantLetter<N, Content, Loaded>,
): TenantLetter<N, Content, Loaded> => letter

/** Defines a letter of the platform, which is loaded in the platform's schema. */
export const definePlatformLetter = <N extends PlatformJobName, Content, Loaded extends Content = Content>(
  letter: PlatformLetter<N, Content, Loaded>,
): PlatformLetter<N, Content, Loaded> => letter
