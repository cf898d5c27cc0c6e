import * as accounting from './accounting.ts'
import * as admin from './admin.ts'
import * as api from './api.ts'
import * as billing from './billing.ts'
import * as catalogue from './catalogue.ts'
import * as einvoice from './einvoice.ts'
import * as enrolment from './enrolment.ts'
import * as gateways from './gateways.ts'
import * as general from './general.ts'
import * as giving from './giving.ts'
import * as organisation from './organisation.ts'
import type { Pages } from './pages.ts'
import * as payments from './payments.ts'
import * as people from './people.ts'
import * as platform from './platform.ts'

/** All pages of the product by area. The `admin` ones are the operator's, on the main host. */
export const areas = {
  general,
  accounting,
  admin,
  api,
  billing,
  catalogue,
  einvoice,
  enrolment,
  gateways,
  giving,
  organisation,
  payments,
  people,
  platform,
}

export const nouns: readonly Pages[] = Object.values(areas).flatMap((area) => Object.values(area))
