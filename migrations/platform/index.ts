import type { Migration } from 'kysely/migration'
import * as organisations from './0001_organisations.ts'
import * as operators from './0002_operators.ts'
import * as directory from './0003_directory.ts'
import * as subscriptions from './0004_subscriptions.ts'
import * as gateways from './0005_gateways.ts'
import * as ledger from './0006_ledger.ts'
import * as jobs from './0007_jobs.ts'
import * as provenContacts from './0008_proven_contacts.ts'
import * as schedules from './0009_schedules.ts'
import * as plannedSchedules from './0013_planned_schedules.ts'
import * as registrationSeller from './0017_registration_seller.ts'
import * as languages from './0020_languages.ts'
import * as einvoices from './0021_einvoices.ts'
import * as messaging from './0022_messaging.ts'
import * as helpPages from './0023_help_pages.ts'
import * as reports from './0024_reports.ts'

/** In the order of their names. */
export const platformMigrations: Record<string, Migration> = {
  '0001_organisations': organisations,
  '0002_operators': operators,
  '0003_directory': directory,
  '0004_subscriptions': subscriptions,
  '0005_gateways': gateways,
  '0006_ledger': ledger,
  '0007_jobs': jobs,
  '0008_proven_contacts': provenContacts,
  '0009_schedules': schedules,
  '0013_planned_schedules': plannedSchedules,
  '0017_registration_seller': registrationSeller,
  '0020_languages': languages,
  '0021_einvoices': einvoices,
  '0022_messaging': messaging,
  '0023_help_pages': helpPages,
  '0024_reports': reports,
}
