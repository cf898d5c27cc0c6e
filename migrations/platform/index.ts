import type { Migration } from 'kysely/migration'
import * as platform from './0001_platform.ts'
import * as waysIn from './0002_ways_in.ts'
import * as operators from './0003_operators.ts'
import * as audit from './0004_audit.ts'
import * as registration from './0005_registration.ts'
import * as sessions from './0006_sessions.ts'
import * as labels from './0007_labels.ts'
import * as reversals from './0008_reversals.ts'
import * as forgetfulQueue from './0009_forgetful_queue.ts'
import * as exceptions from './0010_exceptions.ts'
import * as certificates from './0011_certificates_and_hours.ts'
import * as ledgerLines from './0012_ledger_lines.ts'
import * as holidays from './0013_holidays.ts'
import * as refundedLines from './0014_refunded_lines.ts'
import * as purchases from './0015_purchases.ts'
import * as donations from './0016_donations.ts'
import * as signingKeys from './0017_signing_keys.ts'
import * as counter from './0019_counter.ts'
import * as sealedMessages from './0021_sealed_messages.ts'
import * as features from './0022_features.ts'
import * as closedOrganisations from './0023_closed_organisations.ts'
import * as ownSettings from './0024_own_settings.ts'
import * as registrationDrafts from './0025_registration_drafts.ts'
import * as decidedRegistrations from './0026_decided_registrations.ts'
import * as bankChanges from './0027_bank_changes.ts'
import * as payouts from './0028_payouts.ts'
import * as revenue from './0029_revenue.ts'
import * as subscriptionTerms from './0030_subscription_terms.ts'
import * as ownDomains from './0032_own_domains.ts'
import * as equations from './0034_equations.ts'
import * as helpVisits from './0038_help_visits.ts'
import * as platformPayments from './0039_platform_payments.ts'
import * as chipFees from './0045_chip_fees.ts'
import * as freePackages from './0046_free_packages.ts'
import * as withdrawnAdjustments from './0047_withdrawn_adjustments.ts'
import * as sellers from './0048_sellers.ts'
import * as payoutDayRequests from './0049_payout_day_requests.ts'
import * as lowCredits from './0052_low_credits.ts'
import * as oneSeller from './0056_one_seller.ts'
import * as dayByHand from './0057_day_by_hand.ts'
import * as freedNames from './0058_freed_names.ts'

/** In order of their names; the schema "platform" is at version = their number. */
export const platformMigrations: Record<string, Migration> = {
  '0001_platform': platform,
  '0002_ways_in': waysIn,
  '0003_operators': operators,
  '0004_audit': audit,
  '0005_registration': registration,
  '0006_sessions': sessions,
  '0007_labels': labels,
  '0008_reversals': reversals,
  '0009_forgetful_queue': forgetfulQueue,
  '0010_exceptions': exceptions,
  '0011_certificates_and_hours': certificates,
  '0012_ledger_lines': ledgerLines,
  '0013_holidays': holidays,
  '0014_refunded_lines': refundedLines,
  '0015_purchases': purchases,
  '0016_donations': donations,
  '0017_signing_keys': signingKeys,
  '0019_counter': counter,
  '0021_sealed_messages': sealedMessages,
  '0022_features': features,
  '0023_closed_organisations': closedOrganisations,
  '0024_own_settings': ownSettings,
  '0025_registration_drafts': registrationDrafts,
  '0026_decided_registrations': decidedRegistrations,
  '0027_bank_changes': bankChanges,
  '0028_payouts': payouts,
  '0029_revenue': revenue,
  '0030_subscription_terms': subscriptionTerms,
  '0032_own_domains': ownDomains,
  '0034_equations': equations,
  '0038_help_visits': helpVisits,
  '0039_platform_payments': platformPayments,
  '0045_chip_fees': chipFees,
  '0046_free_packages': freePackages,
  '0047_withdrawn_adjustments': withdrawnAdjustments,
  '0048_sellers': sellers,
  '0049_payout_day_requests': payoutDayRequests,
  '0052_low_credits': lowCredits,
  '0056_one_seller': oneSeller,
  '0057_day_by_hand': dayByHand,
  '0058_freed_names': freedNames,
}
