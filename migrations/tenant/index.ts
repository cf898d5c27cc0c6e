import type { Migration } from 'kysely/migration'
import * as basics from './0001_basics.ts'
import * as accounts from './0002_accounts.ts'
import * as catalogue from './0003_catalogue.ts'
import * as people from './0004_people.ts'
import * as invoices from './0005_invoices.ts'
import * as payments from './0006_payments.ts'
import * as credit from './0007_credit.ts'
import * as changes from './0008_changes.ts'
import * as arrears from './0009_arrears.ts'
import * as giving from './0010_giving.ts'
import * as enrolment from './0011_enrolment.ts'
import * as provenContacts from './0012_proven_contacts.ts'
import * as matching from './0013_matching.ts'
import * as money from './0014_money.ts'
import * as search from './0015_search.ts'
import * as recycledNumbers from './0016_recycled_numbers.ts'
import * as stays from './0018_stays.ts'
import * as cleanText from './0020_clean_text.ts'
import * as enrolmentPauses from './0024_enrolment_pauses.ts'
import * as languages from './0026_languages.ts'
import * as corrections from './0027_corrections.ts'
import * as invoiceMails from './0029_invoice_mails.ts'
import * as handOvers from './0032_hand_overs.ts'
import * as failedMails from './0033_failed_mails.ts'
import * as lineLanguages from './0034_line_languages.ts'
import * as paymentOptionLanguages from './0037_payment_option_languages.ts'
import * as einvoices from './0038_einvoices.ts'
import * as classes from './0039_classes.ts'
import * as messaging from './0040_messaging.ts'
import * as savedReports from './0041_saved_reports.ts'
import * as rollups from './0042_rollups.ts'
import * as helpPages from './0043_help_pages.ts'
import * as archives from './0044_archives.ts'

/** In the order of their names; a tenant's schema is at version = the number of those it has run. */
export const tenantMigrations: Record<string, Migration> = {
  '0001_basics': basics,
  '0002_accounts': accounts,
  '0003_catalogue': catalogue,
  '0004_people': people,
  '0005_invoices': invoices,
  '0006_payments': payments,
  '0007_credit': credit,
  '0008_changes': changes,
  '0009_arrears': arrears,
  '0010_giving': giving,
  '0011_enrolment': enrolment,
  '0012_proven_contacts': provenContacts,
  '0013_matching': matching,
  '0014_money': money,
  '0015_search': search,
  '0016_recycled_numbers': recycledNumbers,
  '0018_stays': stays,
  '0020_clean_text': cleanText,
  '0024_enrolment_pauses': enrolmentPauses,
  '0026_languages': languages,
  '0027_corrections': corrections,
  '0029_invoice_mails': invoiceMails,
  '0032_hand_overs': handOvers,
  '0033_failed_mails': failedMails,
  '0034_line_languages': lineLanguages,
  '0037_payment_option_languages': paymentOptionLanguages,
  '0038_einvoices': einvoices,
  '0039_classes': classes,
  '0040_messaging': messaging,
  '0041_saved_reports': savedReports,
  '0042_rollups': rollups,
  '0043_help_pages': helpPages,
  '0044_archives': archives,
}
