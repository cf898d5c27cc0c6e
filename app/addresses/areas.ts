import * as accounting from './accounting.ts'
import * as admin from './admin.ts'
import * as api from './api.ts'
import * as archives from './archives.ts'
import * as attendance from './attendance.ts'
import * as billing from './billing.ts'
import * as catalogue from './catalogue.ts'
import * as classes from './classes.ts'
import * as delivery from './delivery.ts'
import * as einvoice from './einvoice.ts'
import * as enrolment from './enrolment.ts'
import * as gateways from './gateways.ts'
import * as general from './general.ts'
import * as giving from './giving.ts'
import * as help from './help.ts'
import * as inbox from './inbox.ts'
import * as marking from './marking.ts'
import * as messageCredit from './message-credit.ts'
import * as messaging from './messaging.ts'
import * as organisation from './organisation.ts'
import type { Pages } from './pages.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import * as platform from './platform.ts'
import * as reportMoney from './report-money.ts'
import * as reportPeople from './report-people.ts'
import * as reportRolledUp from './report-rolled-up.ts'
import * as reports from './reports.ts'
import * as trainerPay from './trainer-pay.ts'

/** All pages of the product by area. The `admin` ones are the operator's, on the main host. */
export const areas = {
  general,
  accounting,
  admin,
  api,
  archives,
  attendance,
  billing,
  catalogue,
  classes,
  delivery,
  einvoice,
  enrolment,
  gateways,
  giving,
  help,
  inbox,
  marking,
  messageCredit,
  messaging,
  organisation,
  payments,
  people,
  platform,
  reportMoney,
  reportPeople,
  reportRolledUp,
  reports,
  trainerPay,
}

export const nouns: readonly Pages[] = Object.values(areas).flatMap((area) => Object.values(area))
