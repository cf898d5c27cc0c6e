import type { Migration } from 'kysely/migration'
import * as people from './0001_people.ts'
import * as catalogue from './0002_catalogue.ts'
import * as money from './0003_money.ts'
import * as records from './0004_records.ts'
import * as waysIn from './0005_ways_in.ts'
import * as sessions from './0006_sessions.ts'
import * as staff from './0007_staff.ts'
import * as audit from './0008_audit.ts'
import * as labels from './0009_labels.ts'
import * as api from './0010_api.ts'
import * as requests from './0011_requests.ts'
import * as exports from './0012_exports.ts'
import * as books from './0013_books.ts'
import * as programBranches from './0014_program_branches.ts'
import * as secondDebits from './0015_second_debits.ts'
import * as waiting from './0016_waiting.ts'
import * as standingSums from './0017_standing_sums.ts'
import * as fees from './0018_fees.ts'
import * as classes from './0019_classes.ts'
import * as discounts from './0020_discounts.ts'
import * as morePeople from './0021_people.ts'
import * as paymentOptions from './0022_payment_options.ts'
import * as trainers from './0023_trainers.ts'
import * as subjectFees from './0024_subject_fees.ts'
import * as applications from './0025_applications.ts'
import * as families from './0026_families.ts'
import * as imports from './0027_imports.ts'
import * as studentDiscounts from './0029_student_discounts.ts'
import * as photos from './0030_photos.ts'
import * as enrolmentFees from './0031_enrolment_fees.ts'
import * as billing from './0032_billing.ts'
import * as generations from './0033_generations.ts'
import * as invoiceVersions from './0034_invoice_versions.ts'
import * as familyCredit from './0035_family_credit.ts'
import * as creditNotes from './0037_credit_notes.ts'
import * as reminders from './0038_reminders.ts'
import * as familyContacts from './0039_family_contacts.ts'
import * as discountEndings from './0041_discount_endings.ts'
import * as carriedOver from './0042_carried_over.ts'
import * as newIds from './0043_new_id.ts'
import * as arrangements from './0044_arrangements.ts'
import * as movedDueDates from './0045_moved_due_dates.ts'
import * as creditMoves from './0046_credit_moves.ts'
import * as rollovers from './0047_rollovers.ts'
import * as creditRefunds from './0048_credit_refunds.ts'
import * as lineTemplates from './0049_line_templates.ts'
import * as billingInSets from './0050_billing_in_sets.ts'
import * as refundedLines from './0051_refunded_lines.ts'
import * as questionWords from './0052_question_words.ts'
import * as feeFirst from './0053_fee_first.ts'
import * as earlyPayment from './0054_early_payment.ts'
import * as studentChanges from './0055_student_changes.ts'
import * as cataloguePictures from './0056_catalogue_pictures.ts'
import * as discountByIncome from './0057_discount_by_income.ts'
import * as lookedUpByKey from './0058_looked_up_by_key.ts'
import * as chip from './0059_chip.ts'
import * as donationTypes from './0061_donation_types.ts'
import * as donations from './0062_donations.ts'
import * as funds from './0063_funds.ts'
import * as bankStatements from './0064_bank_statements.ts'
import * as transferSlips from './0065_transfer_slips.ts'
import * as counter from './0068_counter.ts'
import * as drawers from './0069_drawers.ts'
import * as doubts from './0074_doubts.ts'
import * as giverIdentity from './0076_giver_identity.ts'
import * as paidOut from './0077_paid_out.ts'
import * as platformPapers from './0079_platform_papers.ts'
import * as givingLimits from './0083_giving_limits.ts'
import * as chipRefunds from './0084_chip_refunds.ts'
import * as remindersBySms from './0088_reminders_by_sms.ts'
import * as giftsSentBack from './0091_gifts_sent_back.ts'
import * as linesOfAPayment from './0092_lines_of_a_payment.ts'
import * as billedWithItsLine from './0098_billed_with_its_line.ts'
import * as resultsInPlace from './0099_results_in_place.ts'
import * as namedOnce from './0102_named_once.ts'

/** In order of their names; a tenant's schema is at version = the number of those it has run. */
export const tenantMigrations: Record<string, Migration> = {
  '0001_people': people,
  '0002_catalogue': catalogue,
  '0003_money': money,
  '0004_records': records,
  '0005_ways_in': waysIn,
  '0006_sessions': sessions,
  '0007_staff': staff,
  '0008_audit': audit,
  '0009_labels': labels,
  '0010_api': api,
  '0011_requests': requests,
  '0012_exports': exports,
  '0013_books': books,
  '0014_program_branches': programBranches,
  '0015_second_debits': secondDebits,
  '0016_waiting': waiting,
  '0017_standing_sums': standingSums,
  '0018_fees': fees,
  '0019_classes': classes,
  '0020_discounts': discounts,
  '0021_people': morePeople,
  '0022_payment_options': paymentOptions,
  '0023_trainers': trainers,
  '0024_subject_fees': subjectFees,
  '0025_applications': applications,
  '0026_families': families,
  '0027_imports': imports,
  '0029_student_discounts': studentDiscounts,
  '0030_photos': photos,
  '0031_enrolment_fees': enrolmentFees,
  '0032_billing': billing,
  '0033_generations': generations,
  '0034_invoice_versions': invoiceVersions,
  '0035_family_credit': familyCredit,
  '0037_credit_notes': creditNotes,
  '0038_reminders': reminders,
  '0039_family_contacts': familyContacts,
  '0041_discount_endings': discountEndings,
  '0042_carried_over': carriedOver,
  '0043_new_id': newIds,
  '0044_arrangements': arrangements,
  '0045_moved_due_dates': movedDueDates,
  '0046_credit_moves': creditMoves,
  '0047_rollovers': rollovers,
  '0048_credit_refunds': creditRefunds,
  '0049_line_templates': lineTemplates,
  '0050_billing_in_sets': billingInSets,
  '0051_refunded_lines': refundedLines,
  '0052_question_words': questionWords,
  '0053_fee_first': feeFirst,
  '0054_early_payment': earlyPayment,
  '0055_student_changes': studentChanges,
  '0056_catalogue_pictures': cataloguePictures,
  '0057_discount_by_income': discountByIncome,
  '0058_looked_up_by_key': lookedUpByKey,
  '0059_chip': chip,
  '0061_donation_types': donationTypes,
  '0062_donations': donations,
  '0063_funds': funds,
  '0064_bank_statements': bankStatements,
  '0065_transfer_slips': transferSlips,
  '0068_counter': counter,
  '0069_drawers': drawers,
  '0074_doubts': doubts,
  '0076_giver_identity': giverIdentity,
  '0077_paid_out': paidOut,
  '0079_platform_papers': platformPapers,
  '0083_giving_limits': givingLimits,
  '0084_chip_refunds': chipRefunds,
  '0088_reminders_by_sms': remindersBySms,
  '0091_gifts_sent_back': giftsSentBack,
  '0092_lines_of_a_payment': linesOfAPayment,
  '0098_billed_with_its_line': billedWithItsLine,
  '0099_results_in_place': resultsInPlace,
  '0102_named_once': namedOnce,
}
