import type pg from 'pg'
import type { Logger } from 'pino'
import type { Keyring } from '#app/domain/core/secrets.ts'
import type { SecondFactorRule } from '#app/domain/identity/second-factor/second-factor.ts'
import type { DomainChecker } from '#app/domain/organisation/own-domain/check.ts'
import type { PortalConfig, PortalEnvironment } from '#app/integrations/myinvois/config.ts'
import type { TryMail } from '#app/server/forms/try-mail.ts'
import type { Fpx } from '#app/server/payments/fpx.ts'
import type { UnsavedFpxMessages } from '#app/server/payments/unsaved-fpx-messages.ts'
import type { SiteFinder } from '#app/server/routing/site.ts'
import type { LabelFinder } from './labels.ts'
import type { ToDoCountCache } from './to-do-count-cache.ts'

/**
 * What lives as long as the process and is handed to each request, so that tests may hand over something else.
 */
export interface Services {
  pool: pg.Pool
  /** Separate and small, so that reports cannot starve pages. */
  reportPool: pg.Pool
  sites: SiteFinder
  labels: LabelFinder
  toDoCounts: ToDoCountCache
  log: Logger
  /** Seals what must not be readable in the database. */
  ring: Keyring
  secondFactor: SecondFactorRule
  fpx: Fpx
  /** Of CHIP's API; the keys are each organisation's own. */
  chipUrl: string
  /** Where the tax portal is, each of its two systems. */
  portal: (which: PortalEnvironment) => PortalConfig
  unsavedFpxMessages: UnsavedFpxMessages
  tryMail: TryMail
  /** The platform has a mail server. */
  sendsMail: boolean
  /** Looks at the records of organisations' domains. */
  domains: DomainChecker
  /** The operator's host with its port, of which no organisation may call a part its own. */
  mainHost: string
}
